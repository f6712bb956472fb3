import type { Size } from '../../../src/plan/size.ts'
import type { Plane } from '../../image/plane.ts'
import { resizeByTaps, type Taps, tapsOf } from '../../image/taps.ts'

const HALF = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16]
const EVEN = [1 / 8, 3 / 4, 1 / 8]
const ODD = [1 / 2, 1 / 2]

/** Halves a line, smoothed by the 5-tap binomial filter (Burt and Adelson 1983). */
const halved = (from: number, to: number): Taps =>
  tapsOf(from, to, (i) => ({ first: 2 * i - 2, weights: HALF }))

/** Doubles a line, smoothed by the same filter. */
const doubled = (from: number, to: number): Taps =>
  tapsOf(from, to, (i) =>
    i % 2 === 0 ? { first: i / 2 - 1, weights: EVEN } : { first: (i - 1) / 2, weights: ODD },
  )

const resize = (plane: Plane, to: Size, taps: typeof halved): Plane =>
  resizeByTaps(plane, to, taps(plane.width, to.width), taps(plane.height, to.height))

const reduce = (plane: Plane): Plane =>
  resize(plane, { width: (plane.width + 1) >> 1, height: (plane.height + 1) >> 1 }, halved)

const expand = (plane: Plane, size: Size): Plane => resize(plane, size, doubled)

/** Laplacian pyramid: differences between levels, fine to coarse; the last level is the residual. */
export function laplacian(plane: Plane, levels: number): Plane[] {
  if (levels <= 1) return [plane]
  const coarse = reduce(plane)
  return [add(expand(coarse, plane), plane, -1), ...laplacian(coarse, levels - 1)]
}

/** Gaussian pyramid, fine to coarse; the first level is the plane itself. */
export function gaussian(plane: Plane, levels: number): Plane[] {
  return levels <= 1 ? [plane] : [plane, ...gaussian(reduce(plane), levels - 1)]
}

/** Reconstructs the plane from its Laplacian pyramid, from coarse to fine. */
export const collapse = (pyramid: Plane[]): Plane =>
  pyramid.reduceRight((coarse, fine) => add(expand(coarse, fine), fine, 1))

/** A plane and a smooth one, which is added or subtracted and becomes the result. */
function add(smooth: Plane, { values }: Plane, sign: 1 | -1): Plane {
  for (let i = 0; i < values.length; i++)
    smooth.values[i] = (values[i] as number) + sign * (smooth.values[i] as number)
  return smooth
}
