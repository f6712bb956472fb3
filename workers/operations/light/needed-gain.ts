import { resizePlane } from '../../image/bilinear.ts'
import { boxMean, boxMeanOf } from '../../image/box-mean.ts'
import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import { mapPlane, type Plane, radiusOf } from '../../image/plane.ts'

/** Of a plane whose longer side is some multiple of this, every so many pixels in a row and in a column are looked at: windows are far wider. Of 14 photographs it changed none by more than 0.4 of 255 (root mean square). */
const SIDE = 360
/** Radii of windows, as shares of the longer side: for the surrounding highlights, the local mean, and the edge-aware smoothing. */
const WINDOW = 0.11
const LOCAL_WINDOW = 0.01
const SMOOTHING_WINDOW = 0.1
/** Variance of luma in a window that counts as an edge. */
const EDGE = 0.02 ** 2
/** Variance below which a window counts as uniform. */
const UNIFORM = 0.06 ** 2
/** Lower limit of the highlights of a well exposed region: the fourth-power mean of its luma. */
const TARGET = 0.42
/** The highest gain: regions that need more were meant to be dark. */
export const MAX_GAIN = 2.2

/**
 * The gain that each pixel needs, from 1 to MAX_GAIN. A dark object among bright ones is well exposed; a region is
 * underexposed where even its highlights are dark.
 * @param luma - 0 to 1.
 */
export function neededGain(luma: Plane): Plane {
  const some = sampled(luma)
  const lights = surroundingLights(some)
  const gain = mapPlane((i) => gainOf(lights.values[i] as number), some)
  const fit = guidedFilter(some, gain, radiusOf(some, SMOOTHING_WINDOW), EDGE)
  const whole = { slope: resizePlane(fit.slope, luma), offset: resizePlane(fit.offset, luma) }
  const edges = applyAffine(whole, luma)
  return mapPlane((i) => Math.min(MAX_GAIN, Math.max(1, edges.values[i] as number)), luma)
}

/** Pixels evenly spread over a plane, as they are: their variance is that of the plane. */
function sampled({ values, width, height }: Plane): Plane {
  const every = Math.max(1, Math.floor(Math.max(width, height) / SIDE))
  const size = { width: Math.ceil(width / every), height: Math.ceil(height / every) }
  return mapPlane((i) => {
    const x = Math.floor((((i % size.width) + 0.5) * width) / size.width)
    const y = Math.floor(((Math.floor(i / size.width) + 0.5) * height) / size.height)
    return values[y * width + x] as number
  }, size)
}

/** Rises slowly just below the target, so that nearly well exposed regions hardly change. */
const gainOf = (lights: number) =>
  1 + Math.min(MAX_GAIN - 1, 1.2 * Math.max(0, TARGET / Math.max(0.02, lights) - 1) ** 1.2)

/**
 * The highlights around each pixel: a fourth-power mean, which follows the bright part of a window as its maximum
 * does, but smoothly. Windows around the pixel are weighted by how uniform and how similar to it they are, so that
 * pixels beyond an edge do not count: a Kuwahara filter with soft weights (G. Papari et al., IEEE TIP 16(10), 2007).
 */
function surroundingLights(luma: Plane): Plane {
  const { width, height, values } = luma
  const radius = radiusOf(luma, WINDOW)
  const meanOf = (value: (luma: number) => number) =>
    boxMeanOf((i) => value(values[i] as number), luma, radius).values
  const means = boxMean(luma, radius).values
  const [squares, fourths] = [meanOf((v) => v * v), meanOf((v) => v * v * v * v)]
  const localMeans = boxMean(luma, radiusOf(luma, LOCAL_WINDOW)).values
  const offsets = (axis: 0 | 1) =>
    Int32Array.from(windowCenters, (center) => Math.round(center[axis] * radius))
  const [across, down] = [offsets(0), offsets(1)]
  return mapPlane((i) => {
    const x = i % width
    const y = Math.floor(i / width)
    let sum = 0
    let weights = 0
    for (let n = 0; n < across.length; n++) {
      const u = Math.min(width - 1, Math.max(0, x + (across[n] as number)))
      const v = Math.min(height - 1, Math.max(0, y + (down[n] as number)))
      const k = v * width + u
      const mean = means[k] as number
      const difference = (localMeans[i] as number) - mean
      const variance =
        UNIFORM + Math.max(0, (squares[k] as number) - mean * mean + difference * difference)
      const weight = 1 / (variance * variance)
      sum += weight * (fourths[k] as number)
      weights += weight
    }
    return (sum / weights) ** 0.25
  }, luma)
}

/** Centers of the windows, in radii: the pixel itself and eight points on a circle around it. */
const windowCenters: readonly (readonly [number, number])[] = [
  [0, 0],
  ...Array.from({ length: 8 }, (_, k) => {
    const angle = (k * Math.PI) / 4
    return [Math.cos(angle), Math.sin(angle)] as const
  }),
]
