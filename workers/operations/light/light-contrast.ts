import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { ramp } from '../../image/plane.ts'
import type { Relight } from './relight.ts'

/** Shares of the image that are taken for black and for white. */
const TAILS = 0.004
/** Black is sought below this luma and white above it: what lies beyond is the scene's own. */
const DARKEST_WHITE = 0.7
const BRIGHTEST_BLACK = 0.16
/** What remains of the space below black and above white: nothing is cut off. */
const REMAINS = 0.3
/** How much steeper the S-curve makes the middle at most. */
const STEEPER = 0.3
/** Standard deviations of luma between which the S-curve fades out. */
const FLAT = 0.14
const RICH = 0.3

/**
 * `contrast`: one tone curve for the whole image. Black and white points from the histogram's percentiles
 * (R. C. Gonzalez, R. E. Woods, "Digital Image Processing", 3.2: contrast stretching), with what lies beyond
 * them compressed instead of cut off, then a sine S-curve about the median; the less, the richer the contrast is.
 */
export async function stretchContrast(image: RasterImage, pace: Checkpoints): Promise<Relight> {
  const curve = curveOf(await histogramOf(image, pace))
  return (_, luma) => {
    for (let x = 0; x < luma.length; x++) luma[x] = lookUp(curve, luma[x] as number)
  }
}

const BINS = 256

/** Lumas, weighted by alpha. */
async function histogramOf(image: RasterImage, pace: Checkpoints): Promise<Float64Array> {
  const histogram = new Float64Array(BINS)
  const { pixels, width } = image
  await eachRow(image, pace, [0, 0.3], (y) => {
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
      const bin = Math.round(lumaAt(pixels, at) * (BINS - 1))
      histogram[bin] = (histogram[bin] as number) + (pixels[at + 3] as number)
    }
  })
  return histogram
}

/** New luma by old, at 0, 1/255 ... 1. Rises everywhere. */
export function curveOf(histogram: Float64Array): Float64Array {
  const black = Math.min(percentile(histogram, TAILS), BRIGHTEST_BLACK)
  const white = Math.max(percentile(histogram, 1 - TAILS), DARKEST_WHITE)
  const stretch = linearStretch(black, white)
  const middle = Math.min(0.6, Math.max(0.35, stretch(percentile(histogram, 0.5))))
  const spread = deviation(histogram)
  const strength = STEEPER * ramp(RICH, FLAT, spread)
  return Float64Array.from({ length: BINS }, (_, i) =>
    applySCurve(stretch(i / (BINS - 1)), middle, strength),
  )
}

/** Piecewise linear: the space below black and above white shrinks, what lies between takes the rest. */
function linearStretch(black: number, white: number) {
  const [low, high] = [black * REMAINS, 1 - (1 - white) * REMAINS]
  return (luma: number) => {
    if (luma < black) return luma * REMAINS
    if (luma > white) return 1 - (1 - luma) * REMAINS
    return low + ((luma - black) / (white - black)) * (high - low)
  }
}

/** A sine S-curve that crosses the diagonal at `middle`. */
function applySCurve(luma: number, middle: number, strength: number): number {
  const power = Math.log(0.5) / Math.log(middle)
  const t = luma ** power
  return (t - (strength / (2 * Math.PI)) * Math.sin(2 * Math.PI * t)) ** (1 / power)
}

function percentile(histogram: Float64Array, share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  let below = 0
  for (let i = 0; i < BINS; i++) {
    below += histogram[i] as number
    if (below > share * total) return i / (BINS - 1)
  }
  return 1
}

function deviation(histogram: Float64Array): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return RICH
  const moment = (power: number) =>
    histogram.reduce((sum, count, i) => sum + count * (i / (BINS - 1)) ** power, 0) / total
  return Math.sqrt(Math.max(0, moment(2) - moment(1) ** 2))
}

function lookUp(curve: Float64Array, luma: number): number {
  const at = luma * (BINS - 1)
  const low = Math.floor(at)
  const first = curve[low] as number
  return first + ((curve[Math.min(low + 1, BINS - 1)] as number) - first) * (at - low)
}
