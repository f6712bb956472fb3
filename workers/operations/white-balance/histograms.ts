import type { CellMeans } from '../../image/cell-means.ts'
import { quantile } from '../../image/quantile.ts'
import { luminance } from '../../image/srgb.ts'

/** Bins per side of a log chroma histogram, and the width of a bin: the range is -1.55 to 1.55. */
export const BINS = 63
export const STEP = 0.05

/** Weight of a color by its luminance: 1 from 0.025 on; 0 below 0.005, which is noise. */
const luminanceWeight = (light: number) => Math.min(1, Math.max(0, light / 0.02 - 0.25))
/** Minimum difference between neighbors, in linear light, that counts as an edge. */
const EDGE = 0.004
/** Quantile of luminance from which pixels count as bright. */
const BRIGHT = 0.85
/** Lower limit of a channel, in linear light, for its logarithm. */
const MIN_CHANNEL = 1e-4

/**
 * Five log chroma histograms (log R/G across, log B/G down) of an image in linear light: colors, the square root of
 * that histogram (which gives small areas more weight), the brightest 15 %, edges, and clipped pixels.
 */
export function chromaHistograms(image: CellMeans): Float64Array[] {
  const { width, height, rgb, visible, high } = image
  const count = visible.reduce((sum, one) => sum + one, 0)
  const light = Float64Array.from(visible, (_, i) => luminance(...color(rgb, i)))
  const clipped = (i: number) => (high[i] as number) > 0.5
  const unclipped = [...visible.keys()].filter((i) => visible[i] && !clipped(i))
  const from = quantile(Float64Array.from(unclipped, (i) => light[i] as number).sort(), BRIGHT)

  const [colors, bright, edges, clippedColors] = [grid(), grid(), grid(), grid()]
  for (const i of unclipped) {
    const weight = luminanceWeight(light[i] as number)
    addColor(colors, color(rgb, i), weight)
    if ((light[i] as number) >= from) addColor(bright, color(rgb, i), weight)
  }
  for (let i = 0; i < visible.length; i++)
    if (visible[i] && clipped(i)) addColor(clippedColors, color(rgb, i), 1)
  const isUnclipped = new Uint8Array(visible.length)
  for (const i of unclipped) isUnclipped[i] = 1
  const edge = (a: number, b: number) => {
    if (isUnclipped[a] && isUnclipped[b]) addEdge(edges, color(rgb, a), color(rgb, b))
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (x > 0) edge(at, at - 1)
      if (y > 0) edge(at, at - width)
    }
  }
  const shares = divide(colors, Math.max(total(colors), count * 0.02))
  return [
    shares,
    squareRoots(shares, 10),
    divide(bright, Math.max(total(bright), count * 0.01)),
    squareRoots(divide(edges, Math.max(total(edges), 1)), 10),
    squareRoots(divide(clippedColors, Math.max(count, 1)), 2),
  ]
}

type Color = [red: number, green: number, blue: number]

const color = (rgb: Float64Array, i: number): Color => [
  rgb[i * 3] as number,
  rgb[i * 3 + 1] as number,
  rgb[i * 3 + 2] as number,
]

const grid = () => new Float64Array(BINS * BINS)
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
const divide = (values: Float64Array, by: number) => values.map((value) => value / by)
const squareRoots = (values: Float64Array, by: number) =>
  values.map((value) => Math.sqrt(value) / by)

/** Adds the color of the difference between neighbors, if all channels change in the same direction. */
function addEdge(into: Float64Array, a: Color, b: Color): void {
  const [red, green, blue] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  const sign = Math.sign(red + green + blue)
  if (Math.min(red * sign, green * sign, blue * sign) <= EDGE) return
  const step: Color = [red * sign, green * sign, blue * sign]
  addColor(into, step, Math.sqrt(luminance(...step)))
}

/** Adds a color, distributed bilinearly among the four nearest bins. Colors outside the histogram are ignored. */
function addColor(into: Float64Array, [red, green, blue]: Color, weight: number): void {
  const log = Math.log(Math.max(green, MIN_CHANNEL))
  const x = (Math.log(Math.max(red, MIN_CHANNEL)) - log) / STEP + (BINS >> 1)
  const y = (Math.log(Math.max(blue, MIN_CHANNEL)) - log) / STEP + (BINS >> 1)
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
