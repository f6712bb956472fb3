type Rgb = readonly [red: number, green: number, blue: number]

/**
 * sRGB of every overprint of solid inks on paper: bit 0 cyan, 1 magenta, 2 yellow, 3 black. For an offset press on coated
 * paper (SWOP). Values outside 0 to 255 are colors outside the gamut of sRGB.
 */
const PRIMARIES: readonly Rgb[] = [
  [255, 255, 255],
  [-111, 174, 239],
  [236, 0, 140],
  [46, 49, 146],
  [255, 242, 0],
  [-52, 166, 81],
  [237, 28, 36],
  [54, 54, 57],
  [35, 31, 32],
  [-42, 2, 21],
  [22, -32, -19],
  [-15, -35, -1],
  [17, 7, -23],
  [-41, 15, -17],
  [24, -17, -30],
  [-25, -30, -33],
]

/** The Yule-Nielsen factor n, which models dot gain, fitted for gamma-encoded sRGB values. */
const N = 0.75

const toMixed = (number: number) => Math.sign(number) * (Math.abs(number) / 255) ** (1 / N)
const fromMixed = (value: number) => (value > 0 ? 255 * value ** N : 0)

const mixed = PRIMARIES.map((rgb) => rgb.map(toMixed) as unknown as Rgb)

/**
 * Converts CMYK to the sRGB that a press prints, by the Neugebauer equations: the mean of the 16 overprints, weighted by
 * the area that each covers if the dots of the inks are placed at random.
 * @param inks cyan, magenta, yellow and black, 0 (none) to 255.
 * @param out RGBA, whose red, green and blue at `to` are written.
 */
export function printedCmykToRgb(
  inks: ArrayLike<number>,
  out: Uint8ClampedArray,
  to: number,
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < mixed.length; i++) {
    let area = 1
    for (let ink = 0; ink < 4; ink++) {
      const cover = (inks[ink] as number) / 255
      area *= (i >> ink) & 1 ? cover : 1 - cover
    }
    const primary = mixed[i] as Rgb
    red += area * primary[0]
    green += area * primary[1]
    blue += area * primary[2]
  }
  out[to] = fromMixed(red)
  out[to + 1] = fromMixed(green)
  out[to + 2] = fromMixed(blue)
}
