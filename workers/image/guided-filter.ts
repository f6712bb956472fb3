import { boxMean, boxMeanOf } from './box-mean.ts'
import { mapPlane, type Plane } from './plane.ts'

/** A plane as a locally affine function of its guide: value = slope * guide + offset. */
export interface Affine {
  slope: Plane
  offset: Plane
}

/**
 * The coefficients of the guided filter: K. He, J. Sun, "Fast Guided Filter", arXiv:1505.00996 (2015). Fitted at low
 * resolution and interpolated, they filter the image at full resolution and keep its edges sharp.
 * @param guide - values 0 to 1.
 * @param target - the plane to filter; the guide itself for edge-preserving smoothing.
 * @param radius - radius of the square window, in pixels of the planes.
 * @param epsilon - a variance: windows with a lower one are smoothed.
 */
export function guidedFilter(guide: Plane, target: Plane, radius: number, epsilon: number): Affine {
  const [guideValues, targetValues] = [guide.values, target.values]
  const mean = boxMean(guide, radius).values
  const targetMean = target === guide ? mean : boxMean(target, radius).values
  const squares = boxMeanOf((i) => at(guideValues, i) ** 2, guide, radius).values
  const products =
    target === guide
      ? squares
      : boxMeanOf((i) => at(guideValues, i) * at(targetValues, i), guide, radius).values
  const slope = mapPlane((i) => {
    const variance = at(squares, i) - at(mean, i) ** 2
    return (at(products, i) - at(mean, i) * at(targetMean, i)) / (variance + epsilon)
  }, guide)
  const offset = (i: number) => at(targetMean, i) - at(slope.values, i) * at(mean, i)
  return { slope: boxMean(slope, radius), offset: boxMeanOf(offset, guide, radius) }
}

const at = (values: Float32Array, i: number) => values[i] as number

/** The filtered plane at the resolution of its guide. */
export const applyAffine = ({ slope, offset }: Affine, guide: Plane): Plane =>
  mapPlane((i) => at(slope.values, i) * at(guide.values, i) + at(offset.values, i), guide)
