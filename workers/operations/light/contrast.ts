import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { ramp } from '../../image/plane.ts'
import type { Relight } from './relight.ts'

/** Share of the pixels below the black point, and of those above the white point. */
const TAIL_SHARE = 0.004
/** Lower limit of the white point and upper limit of the black point: a scene without such tones is meant to be so. */
const DARKEST_WHITE = 0.7
const BRIGHTEST_BLACK = 0.16
/** Share of the range below black and above white that is kept, so that nothing is clipped. */
const KEPT_SHARE = 0.3
/** Maximum increase of the S-curve's slope in the midtones. */
const MAX_STRENGTH = 0.3
/** Standard deviations of luma: full S-curve up to the first, none from the second on. */
const FLAT = 0.14
const RICH = 0.3

/**
 * `contrast`: one tone curve for the whole image. Black and white points from the histogram's percentiles
 * (R. C. Gonzalez, R. E. Woods, "Digital Image Processing", 3.2: contrast stretching), with values beyond
 * them compressed instead of clipped, then a sine S-curve about the median, weaker for images with high contrast.
 */
export async function stretchContrast(
  image: RasterImage,
  checkpoints: Checkpoints,
): Promise<Relight> {
  const curve = curveOf(await histogramOf(image, checkpoints))
  return (_, luma) => {
    for (let x = 0; x < luma.length; x++) luma[x] = lookUp(curve, luma[x] as number)
  }
}

const BINS = 256

/** Histogram of luma, weighted by alpha. */
async function histogramOf(image: RasterImage, checkpoints: Checkpoints): Promise<Float64Array> {
  const histogram = new Float64Array(BINS)
  const { pixels, width } = image
  await eachRow(image, checkpoints, [0, 0.3], (y) => {
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
      const bin = Math.round(lumaAt(pixels, at) * (BINS - 1))
      histogram[bin] = (histogram[bin] as number) + (pixels[at + 3] as number)
    }
  })
  return histogram
}

/** Lookup table from old to new luma, at 0, 1/255 ... 1. Strictly increasing. */
export function curveOf(histogram: Float64Array): Float64Array {
  const black = Math.min(percentile(histogram, TAIL_SHARE), BRIGHTEST_BLACK)
  const white = Math.max(percentile(histogram, 1 - TAIL_SHARE), DARKEST_WHITE)
  const stretch = linearStretch(black, white)
  const middle = Math.min(0.6, Math.max(0.35, stretch(percentile(histogram, 0.5))))
  const spread = deviation(histogram)
  const strength = MAX_STRENGTH * ramp(RICH, FLAT, spread)
  return Float64Array.from({ length: BINS }, (_, i) =>
    applySCurve(stretch(i / (BINS - 1)), middle, strength),
  )
}

/** Piecewise linear: compresses the ranges below black and above white, and stretches the one between. */
function linearStretch(black: number, white: number) {
  const [low, high] = [black * KEPT_SHARE, 1 - (1 - white) * KEPT_SHARE]
  return (luma: number) => {
    if (luma < black) return luma * KEPT_SHARE
    if (luma > white) return 1 - (1 - luma) * KEPT_SHARE
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
