import type { CellMeans } from '../../image/cell-means.ts'
import { quantile } from '../../image/quantile.ts'
import { luminance } from '../../image/srgb.ts'
import { bias, weights } from './exposure-weights.ts'

const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
/** Absolute log gamma: an image is well exposed up to the first; the second is the end of the training range. */
const DEAD_BAND = 0.15
const MAX_LOG_GAMMA = 1.1
/** Not a photograph (a drawing, a cut-out on white, a single color): a larger share is clipped, or tones span less. */
const MAX_CLIPPED = 1 / 3
const MIN_SPAN = 0.1

/**
 * Estimates the gamma by which a well exposed image was made to look like this one; 1 if the image is well exposed or not
 * a photograph. The means hold the values as stored. Gamma shifts log(-log y) by its logarithm for every y, so the
 * estimate is linear in the quantiles of that, and in features that tell dark scenes from darkened images (ridge
 * regression, fitted by models/build/balance/exposure.py).
 */
export function estimateGamma(image: CellMeans): number {
  const values = features(image)
  if (!values) return 1
  const sum = weights.reduce((all, weight, i) => all + weight * (values[i] as number), bias)
  if (Math.abs(sum) <= DEAD_BAND) return 1
  return Math.exp(Math.min(MAX_LOG_GAMMA, Math.max(-MAX_LOG_GAMMA, sum)))
}

/**
 * Quantiles of log(-log luminance), square roots of the clipped shares, and the mean luminance of the upper, middle and
 * lower third. Undefined if the image is not a photograph.
 */
function features({ width, height, rgb, visible, high, low }: CellMeans): number[] | undefined {
  const cells = [...visible.keys()].filter((i) => visible[i])
  if (cells.length === 0) return undefined
  const light = (i: number) =>
    luminance(rgb[i * 3] as number, rgb[i * 3 + 1] as number, rgb[i * 3 + 2] as number)
  const mean = (indices: number[], value: (i: number) => number) =>
    indices.reduce((sum, i) => sum + value(i), 0) / indices.length
  const [bright, dark] = [
    mean(cells, (i) => high[i] as number),
    mean(cells, (i) => low[i] as number),
  ]
  const tones = Float64Array.from(cells, light).sort()
  if (bright + dark > MAX_CLIPPED || quantile(tones, 0.95) - quantile(tones, 0.05) < MIN_SPAN)
    return undefined
  const depths = tones.map(logDepth).sort()
  const all = mean(cells, light)
  const thirds = [0, 1, 2].map((third) => {
    const from = Math.floor((height * third) / 3) * width
    const to = Math.floor((height * (third + 1)) / 3) * width
    const part = cells.filter((i) => i >= from && i < to)
    return part.length > 0 ? mean(part, light) : all
  })
  return [
    ...QUANTILES.map((share) => quantile(depths, share)),
    Math.sqrt(bright),
    Math.sqrt(dark),
    ...thirds,
  ]
}

/** log(-log y), with y clamped away from 0 and 1, where it is infinite. */
const logDepth = (y: number) => Math.log(-Math.log(Math.min(253.5 / 255, Math.max(1.5 / 255, y))))
