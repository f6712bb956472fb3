import { boxMean } from '../../image/box-mean.ts'
import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'

/** Windows, as shares of the longer side: of a place's lights, of its own luma, and of what follows edges. */
const WINDOW = 0.11
const OWN = 0.01
const REFINED = 0.1
/** Variance of luma within a window that counts as an edge. */
const EDGE = 0.02 ** 2
/** Variance within which a window is as good as an even one. */
const EVEN = 0.06 ** 2
/** The lights that a well exposed place has at least: the fourth-power mean of its luma. */
const TARGET = 0.42
/** What remains dark by this factor was meant to be dark. */
export const MAX_GAIN = 2.2

/**
 * How much brighter each place should be: a factor from 1 to MOST. A dark thing among bright ones is well exposed;
 * a place is dark where even its lights are.
 * @param luma - 0 to 1.
 */
export function neededGain(luma: Plane): Plane {
  const side = Math.max(luma.width, luma.height)
  const lights = surroundingLights(luma, side)
  const gain = mapPlane((i) => gainOf(lights.values[i] as number), luma)
  const radius = Math.max(1, Math.round(side * REFINED))
  const edges = applyAffine(guidedFilter(luma, gain, radius, EDGE), luma)
  return mapPlane((i) => Math.min(MAX_GAIN, Math.max(1, edges.values[i] as number)), luma)
}

/** Starts gently below the target, so that what is nearly well exposed hardly changes. */
const gainOf = (lights: number) =>
  1 + Math.min(MAX_GAIN - 1, 1.2 * Math.max(0, TARGET / Math.max(0.02, lights) - 1) ** 1.2)

/**
 * The lights of each place's surroundings: a power mean, which follows the bright part of a window as its maximum
 * does, but smoothly. Of the windows around the place, those count that are even and like the place, so that what lies
 * beyond an edge does not: Kuwahara's filter with soft weights (G. Papari et al., IEEE TIP 16(10), 2007).
 */
function surroundingLights(luma: Plane, side: number): Plane {
  const { width, height, values } = luma
  const radius = Math.max(1, Math.round(side * WINDOW))
  const power = (exponent: number) =>
    boxMean(
      mapPlane((i) => (values[i] as number) ** exponent, luma),
      radius,
    ).values
  const [means, squares, fourths] = [power(1), power(2), power(4)]
  const own = boxMean(luma, Math.max(1, Math.round(side * OWN))).values
  return mapPlane((i) => {
    const x = i % width
    const y = Math.floor(i / width)
    let sum = 0
    let weights = 0
    for (const [dx, dy] of windowCenters) {
      const u = Math.min(width - 1, Math.max(0, x + Math.round(dx * radius)))
      const v = Math.min(height - 1, Math.max(0, y + Math.round(dy * radius)))
      const k = v * width + u
      const mean = means[k] as number
      const difference = (own[i] as number) - mean
      const variance =
        EVEN + Math.max(0, (squares[k] as number) - mean * mean + difference * difference)
      const weight = 1 / (variance * variance)
      sum += weight * (fourths[k] as number)
      weights += weight
    }
    return (sum / weights) ** 0.25
  }, luma)
}

/** Centers of the windows: the place itself and eight on a circle about it. */
const windowCenters: readonly (readonly [number, number])[] = [
  [0, 0],
  ...Array.from({ length: 8 }, (_, k) => {
    const angle = (k * Math.PI) / 4
    return [Math.cos(angle), Math.sin(angle)] as const
  }),
]
