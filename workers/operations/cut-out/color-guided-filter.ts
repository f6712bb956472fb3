import { boxMean, boxMeanOf } from '../../image/box-mean.ts'
import { dot } from '../../image/color-conversion.ts'
import type { Triple } from '../../image/icc-profile.ts'
import type { RasterImage } from '../../image/image.ts'
import { emptyPlane, mapPlane, type Plane } from '../../image/plane.ts'

/** A mask as a local, affine function of the colors (0 to 1) around each pixel: red, green and blue times this, and an offset. */
export type Affine = readonly [red: Plane, green: Plane, blue: Plane, offset: Plane]

export interface GuidedMask {
  affine: Affine
  /** How much of the mask's variance around each pixel the colors explain, 0 to 1. */
  explained: Plane
}

/** A mask that varies less than this within a window has nothing to explain. */
const LEAST_VARIANCE = 1e-4

/**
 * The guided filter with a color image as guide: K. He, J. Sun, X. Tang, "Guided Image Filtering", IEEE TPAMI 2013.
 * @param radius - of the square window, in pixels.
 * @param epsilon - a variance: what varies less within a window moves no border.
 */
export function colorGuidedFilter(
  image: RasterImage,
  mask: Plane,
  radius: number,
  epsilon: number,
): GuidedMask {
  const channel = (c: number) => mapPlane((i) => (image.pixels[i * 4 + c] as number) / 255, image)
  const guide = [channel(0), channel(1), channel(2)] as const
  const mean = (plane: Plane) => boxMean(plane, radius)
  const [mr, mg, mb] = [mean(guide[0]), mean(guide[1]), mean(guide[2])]
  const maskMean = mean(mask)
  const covariance = (a: Plane, b: Plane, meanA: Plane, meanB: Plane) =>
    lessProduct(
      boxMeanOf((i) => valueAt(a, i) * valueAt(b, i), mask, radius),
      meanA,
      meanB,
    )
  const [r, g, b] = guide
  const rr = covariance(r, r, mr, mr)
  const rg = covariance(r, g, mr, mg)
  const rb = covariance(r, b, mr, mb)
  const gg = covariance(g, g, mg, mg)
  const gb = covariance(g, b, mg, mb)
  const bb = covariance(b, b, mb, mb)
  const [kr, kg, kb] = [
    covariance(r, mask, mr, maskMean),
    covariance(g, mask, mg, maskMean),
    covariance(b, mask, mb, maskMean),
  ]
  const variance = covariance(mask, mask, maskMean, maskMean)
  const offset = emptyPlane(mask)
  // The solutions take the place of what they are computed from.
  for (let i = 0; i < mask.values.length; i++) {
    const covariances: Triple = [valueAt(kr, i), valueAt(kg, i), valueAt(kb, i)]
    const slopes = solve(
      [
        valueAt(rr, i) + epsilon,
        valueAt(rg, i),
        valueAt(rb, i),
        valueAt(gg, i) + epsilon,
        valueAt(gb, i),
        valueAt(bb, i) + epsilon,
      ],
      covariances,
    )
    const explained = dot(slopes, covariances)
    variance.values[i] = Math.min(1, explained / Math.max(LEAST_VARIANCE, valueAt(variance, i)))
    kr.values[i] = slopes[0]
    kg.values[i] = slopes[1]
    kb.values[i] = slopes[2]
    offset.values[i] =
      valueAt(maskMean, i) - dot(slopes, [valueAt(mr, i), valueAt(mg, i), valueAt(mb, i)])
  }
  return {
    affine: [mean(kr), mean(kg), mean(kb), mean(offset)],
    explained: mean(variance),
  }
}

/** In place. */
function lessProduct(plane: Plane, { values: a }: Plane, { values: b }: Plane): Plane {
  const { values } = plane
  for (let i = 0; i < a.length; i++)
    values[i] = (values[i] as number) - (a[i] as number) * (b[i] as number)
  return plane
}

const valueAt = (plane: Plane, i: number) => plane.values[i] as number

/** Solves a symmetric system of three, given as rr, rg, rb, gg, gb, bb, by Cramer's rule. */
function solve(
  [rr, rg, rb, gg, gb, bb]: [number, number, number, number, number, number],
  [r, g, b]: Triple,
): Triple {
  const c0 = gg * bb - gb * gb
  const c1 = gb * rb - rg * bb
  const c2 = rg * gb - gg * rb
  const c3 = rr * bb - rb * rb
  const c4 = rg * rb - rr * gb
  const c5 = rr * gg - rg * rg
  const factor = 1 / (rr * c0 + rg * c1 + rb * c2)
  return [
    (c0 * r + c1 * g + c2 * b) * factor,
    (c1 * r + c3 * g + c4 * b) * factor,
    (c2 * r + c4 * g + c5 * b) * factor,
  ]
}
