import type { Thumbnail } from '../../image/light-thumbnail.ts'
import { quantile } from '../../image/quantile.ts'
import { luminance } from '../../image/srgb.ts'

/** Bins a side of a histogram of log chroma, and the width of one: -1.55 to 1.55. */
export const BINS = 63
export const STEP = 0.05

/** Luminance at which a colour counts fully is 0.025; below 0.005 it is noise. */
const weightOf = (light: number) => Math.min(1, Math.max(0, light / 0.02 - 0.25))
/** Least difference of neighbours, in linear light, that is an edge. */
const EDGE = 0.004
/** Where the bright pixels begin: a quantile of luminance. */
const BRIGHT = 0.85
const DARKEST = 1e-4

/**
 * Five histograms of log chroma (log R/G across, log B/G down) of a small image in linear light: its
 * colours, their root (small areas count for more), the brightest 15 %, edges, and what is clipped.
 */
export function histograms(image: Thumbnail): Float64Array[] {
  const { width, height, rgb, seen, high } = image
  const count = seen.reduce((sum, one) => sum + one, 0)
  const light = Float64Array.from(seen, (_, i) => luminance(...colour(rgb, i)))
  const clipped = (i: number) => (high[i] as number) > 0.5
  const whole = [...seen.keys()].filter((i) => seen[i] && !clipped(i))
  const from = quantile(Float64Array.from(whole, (i) => light[i] as number).sort(), BRIGHT)

  const [colours, bright, edges, blown] = [grid(), grid(), grid(), grid()]
  for (const i of whole) {
    const weight = weightOf(light[i] as number)
    splat(colours, colour(rgb, i), weight)
    if ((light[i] as number) >= from) splat(bright, colour(rgb, i), weight)
  }
  for (let i = 0; i < seen.length; i++) if (seen[i] && clipped(i)) splat(blown, colour(rgb, i), 1)
  const isWhole = new Uint8Array(seen.length)
  for (const i of whole) isWhole[i] = 1
  const edge = (a: number, b: number) => {
    if (isWhole[a] && isWhole[b]) splatEdge(edges, colour(rgb, a), colour(rgb, b))
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (x > 0) edge(at, at - 1)
      if (y > 0) edge(at, at - width)
    }
  }
  const shares = over(colours, Math.max(total(colours), count * 0.02))
  return [
    shares,
    root(shares, 10),
    over(bright, Math.max(total(bright), count * 0.01)),
    root(over(edges, Math.max(total(edges), 1)), 10),
    root(over(blown, Math.max(count, 1)), 2),
  ]
}

type Colour = [red: number, green: number, blue: number]

const colour = (rgb: Float64Array, i: number): Colour => [
  rgb[i * 3] as number,
  rgb[i * 3 + 1] as number,
  rgb[i * 3 + 2] as number,
]

const grid = () => new Float64Array(BINS * BINS)
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
const over = (values: Float64Array, by: number) => values.map((value) => value / by)
const root = (values: Float64Array, by: number) => values.map((value) => Math.sqrt(value) / by)

/** The colour of the difference between neighbours, where all channels change the same way. */
function splatEdge(into: Float64Array, a: Colour, b: Colour): void {
  const [red, green, blue] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  const sign = Math.sign(red + green + blue)
  if (Math.min(red * sign, green * sign, blue * sign) <= EDGE) return
  const step: Colour = [red * sign, green * sign, blue * sign]
  splat(into, step, Math.sqrt(luminance(...step)))
}

/** Adds a colour, shared among the four bins around it; what lies outside the histogram is left out. */
function splat(into: Float64Array, [red, green, blue]: Colour, weight: number): void {
  const log = Math.log(Math.max(green, DARKEST))
  const x = (Math.log(Math.max(red, DARKEST)) - log) / STEP + (BINS >> 1)
  const y = (Math.log(Math.max(blue, DARKEST)) - log) / STEP + (BINS >> 1)
  if (!(x >= 0 && y >= 0 && x < BINS - 1 && y < BINS - 1)) return
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (const [column, across] of [
    [left, 1 - (x - left)],
    [left + 1, x - left],
  ] as const) {
    const at = top * BINS + column
    into[at] = (into[at] as number) + weight * across * (1 - (y - top))
    into[at + BINS] = (into[at + BINS] as number) + weight * across * (y - top)
  }
}
