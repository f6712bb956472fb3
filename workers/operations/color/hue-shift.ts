/**
 * How far the CIELAB hue shifts while the HSV hue is kept: degrees for a chroma rise of 1 at a saturation of 1, at HSV
 * hues 0, 15 ... 345. Measured on colors of saturation 0.4; lightness hardly matters.
 */
const measuredShifts = [
  18.2, 0.0, 16.2, 17.9, 13.3, 8.0, 6.1, 8.0, 12.9, 14.8, 16.5, 15.7, 4.8, 18.5, 28.5, 23.4, 18.1,
  10.4, 5.8, 4.3, 5.6, 9.0, 14.8, 20.2,
]

/** The same table, interpolated to every degree. */
const shiftByHue = Float32Array.from({ length: 361 }, (_, hue) => {
  const [before, share] = [Math.floor(hue / 15), (hue % 15) / 15]
  const turn = (i: number) => measuredShifts[i % measuredShifts.length] as number
  return turn(before) * (1 - share) + turn(before + 1) * share
})

/** Limit of the CIELAB hue shift, in degrees. */
const MAX_SHIFT = 1.4

/** Limits a rise in chroma smoothly where it would shift the perceived hue, which happens most in sky blue and magenta red. */
export function limitHueShift(rise: number, saturation: number, hue: number): number {
  const turn = rise * (shiftByHue[Math.round(hue)] as number) * saturation * Math.sqrt(saturation)
  return rise / Math.sqrt(1 + (turn / MAX_SHIFT) ** 2)
}
