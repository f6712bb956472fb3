import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import { emptyPlane, mapPlane, type Plane, radiusOf, smoothstep } from '../../image/plane.ts'
import { MAX_GAIN, neededGain } from './needed-gain.ts'
import { collapse, gaussian, laplacian } from './pyramid.ts'

/** Gains of the simulated exposures, relative to the image. */
const EXPOSURES = [1, Math.sqrt(MAX_GAIN), MAX_GAIN]
/** Standard deviation of an exposure's weight around the needed gain, in stops. */
const GAIN_DEVIATION = 0.25
/** Luma above which an exposure counts as overexposed, and the standard deviation of its weight above that. */
const OVER = 0.75
const OVER_DEVIATION = 0.2
/** Luma below which the gain fades out, so that black stays black. */
const BLACK = 0.1
/** Maximum number of pyramid levels: it limits how far exposures blend into each other. */
const LEVELS = 5
/** Gain in local contrast; the window's radius as a share of the longer side; the variance of luma that counts as an edge. */
const CLARITY = 0.2
const LOCAL = 1 / 50
const EDGE = 0.06 ** 2

/**
 * Blends brighter exposures, simulated from the image itself, into it by Laplacian pyramids.
 * @param luma - 0 to 1; the result has the same range.
 */
export function fuseExposures(luma: Plane): Plane {
  const levels = Math.max(
    1,
    Math.min(LEVELS, Math.floor(Math.log2(Math.min(luma.width, luma.height)))),
  )
  const needed = neededGain(luma)
  const weights = exposureWeights(luma, needed)
  // One exposure at a time, so that their pyramids are not all in memory at once.
  let sums: Plane[] | undefined
  for (const [k, gain] of EXPOSURES.entries()) {
    const brighter = mapPlane((i) => brighten(valueAt(luma, i), gain), luma)
    const masks = gaussian(weights[k] as Plane, levels)
    sums = addWeighted(laplacian(brighter, levels), masks, sums)
  }
  const blended = collapse(sums as Plane[])
  const limited = mapPlane(
    (i) => Math.min(valueAt(blended, i), valueAt(luma, i) * valueAt(needed, i)),
    luma,
  )
  return addClarity(limited, luma)
}

/** The weight of each exposure at each pixel; the weights of a pixel add up to 1. */
function exposureWeights(luma: Plane, needed: Plane): Plane[] {
  const planes = EXPOSURES.map((gain) => ({ gain, stops: Math.log2(gain), ...emptyPlane(luma) }))
  for (let i = 0; i < luma.values.length; i++) {
    const before = valueAt(luma, i)
    const target = 1 + (valueAt(needed, i) - 1) * smoothstep(-BLACK / 5, BLACK, before)
    const needs = Math.log2(target)
    let total = 0
    for (const { gain, stops, values } of planes)
      total += values[i] = weight(before, gain, stops - needs)
    for (const { values } of planes) values[i] = (values[i] as number) / total
  }
  return planes
}

/** High where an exposure is few stops from the needed gain without overexposing. Never 0, so that weights can be normalized. */
function weight(luma: number, gain: number, stops: number): number {
  const distance = stops / GAIN_DEVIATION
  const over = gain === 1 ? 0 : Math.max(0, luma * gain - OVER) / OVER_DEVIATION
  return Math.exp(-(distance * distance + over * over) / 2) + 1e-9
}

/** Applies a gain; highlights are compressed instead of clipped. */
function brighten(luma: number, gain: number): number {
  const rise = luma * (gain - 1)
  const room = 1 - luma
  return rise === 0 ? luma : luma + (rise * room) / Math.sqrt(rise * rise + room * room)
}

/** Amplifies the detail on a base that keeps edges, so that nothing changes around edges. */
function addClarity(fused: Plane, luma: Plane): Plane {
  const base = applyAffine(guidedFilter(luma, luma, radiusOf(luma, LOCAL), EDGE), luma)
  return mapPlane((i) => valueAt(fused, i) + CLARITY * (valueAt(luma, i) - valueAt(base, i)), luma)
}

const valueAt = ({ values }: Plane, i: number) => values[i] as number

/** Weighs a pyramid by its masks, in place, and adds another to it. */
function addWeighted(pyramid: Plane[], masks: Plane[], sums?: Plane[]): Plane[] {
  for (const [n, { values }] of pyramid.entries()) {
    const [mask, others] = [(masks[n] as Plane).values, sums?.[n]?.values]
    for (let i = 0; i < values.length; i++)
      values[i] = (values[i] as number) * (mask[i] as number) + (others?.[i] ?? 0)
  }
  return pyramid
}
