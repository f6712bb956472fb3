import { boxMean, boxMeanOf } from '../../image/box-mean.ts'
import { dot } from '../../image/color-conversion.ts'
import type { Triple } from '../../image/icc-profile.ts'
import type { RasterImage } from '../../image/image.ts'
import { emptyPlane, mapPlane, type Plane } from '../../image/plane.ts'

/** Alpha as a local, affine function of the colors (0 to 1) around each pixel: red, green and blue times this, and an offset. */
type Affine = readonly [red: Plane, green: Plane, blue: Plane, offset: Plane]

/**
 * The guided filter with a color image as guide: K. He, J. Sun, X. Tang, "Guided Image Filtering", IEEE TPAMI 2013.
 * @param radius - of the square window, in pixels.
 * @param epsilon - a variance: what varies less within a window moves no border.
 */
export function colorGuidedFilter(
  image: RasterImage,
  alpha: Plane,
  radius: number,
  epsilon: number,
): Affine {
  const channel = (c: number) => mapPlane((i) => (image.pixels[i * 4 + c] as number) / 255, image)
  const guide = [channel(0), channel(1), channel(2)] as const
  const mean = (plane: Plane) => boxMean(plane, radius)
  const [mr, mg, mb] = [mean(guide[0]), mean(guide[1]), mean(guide[2])]
  const alphaMean = mean(alpha)
  const covariance = (a: Plane, b: Plane, meanA: Plane, meanB: Plane) =>
    lessProduct(
      boxMeanOf((i) => valueAt(a, i) * valueAt(b, i), alpha, radius),
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
    covariance(r, alpha, mr, alphaMean),
    covariance(g, alpha, mg, alphaMean),
    covariance(b, alpha, mb, alphaMean),
  ]
  const offset = emptyPlane(alpha)
  // The solutions take the place of what they are computed from.
  for (let i = 0; i < alpha.values.length; i++) {
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
    kr.values[i] = slopes[0]
    kg.values[i] = slopes[1]
    kb.values[i] = slopes[2]
    offset.values[i] =
      valueAt(alphaMean, i) - dot(slopes, [valueAt(mr, i), valueAt(mg, i), valueAt(mb, i)])
  }
  return [mean(kr), mean(kg), mean(kb), mean(offset)]
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
