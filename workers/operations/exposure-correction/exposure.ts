import type { LightThumbnail } from '../../image/light-thumbnail.ts'
import { quantile } from '../../image/quantile.ts'
import { luminance } from '../../image/srgb.ts'
import { bias, weights } from './exposure-weights.ts'

const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
/** Of the logarithm of gamma: below the first an image is well exposed, beyond the second nothing was learned. */
const DEAD_BAND = 0.15
const MAX_LOG_GAMMA = 1.1
/** A drawing, a cut-out on white, one color: more than this is clipped, or tones span less than that. */
const CLIPPED = 1 / 3
const SPAN = 0.1

/**
 * The gamma that a well exposed image was given to look like this small one of the numbers as stored; 1
 * for an image that is well exposed or no photograph. Gamma moves log(-log y) by its logarithm whatever y is, so that the
 * estimate is linear in quantiles of that and in what tells dark images from darkened ones (ridge
 * regression, fitted by models/build/balance/exposure.py).
 */
export function estimateGamma(image: LightThumbnail): number {
  const values = features(image)
  if (!values) return 1
  const sum = weights.reduce((all, weight, i) => all + weight * (values[i] as number), bias)
  if (Math.abs(sum) <= DEAD_BAND) return 1
  return Math.exp(Math.min(MAX_LOG_GAMMA, Math.max(-MAX_LOG_GAMMA, sum)))
}

/**
 * Quantiles, roots of the clipped shares, and the mean luminance of the upper, middle and lower third;
 * undefined for what is no photograph.
 */
function features({
  width,
  height,
  rgb,
  visible,
  high,
  low,
}: LightThumbnail): number[] | undefined {
  const blocks = [...visible.keys()].filter((i) => visible[i])
  if (blocks.length === 0) return undefined
  const light = (i: number) =>
    luminance(rgb[i * 3] as number, rgb[i * 3 + 1] as number, rgb[i * 3 + 2] as number)
  const mean = (of: number[], value: (i: number) => number) =>
    of.reduce((sum, i) => sum + value(i), 0) / of.length
  const [bright, dark] = [
    mean(blocks, (i) => high[i] as number),
    mean(blocks, (i) => low[i] as number),
  ]
  const tones = Float64Array.from(blocks, light).sort()
  if (bright + dark > CLIPPED || quantile(tones, 0.95) - quantile(tones, 0.05) < SPAN)
    return undefined
  const depths = tones.map(logDepth).sort()
  const all = mean(blocks, light)
  const thirds = [0, 1, 2].map((third) => {
    const from = Math.floor((height * third) / 3) * width
    const to = Math.floor((height * (third + 1)) / 3) * width
    const part = blocks.filter((i) => i >= from && i < to)
    return part.length > 0 ? mean(part, light) : all
  })
  return [
    ...QUANTILES.map((share) => quantile(depths, share)),
    Math.sqrt(bright),
    Math.sqrt(dark),
    ...thirds,
  ]
}

/** log(-log y), away from the ends, where it has no limit. */
const logDepth = (y: number) => Math.log(-Math.log(Math.min(253.5 / 255, Math.max(1.5 / 255, y))))
