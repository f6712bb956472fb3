import type { Size } from '../../../src/plan/size.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'

/** What a sample of a resized line is the sum of: the weights of the line's samples from `first` on. Ends are repeated. */
interface Taps {
  first: number
  weights: readonly number[]
}

type TapsOf = (i: number) => Taps

const HALF = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16]
const EVEN = [1 / 8, 3 / 4, 1 / 8]
const ODD = [1 / 2, 1 / 2]

/** Halves a line, smoothed by the 5-tap binomial filter (Burt and Adelson 1983). */
const halved: TapsOf = (i) => ({ first: 2 * i - 2, weights: HALF })

/** Doubles a line, smoothed by the same filter. */
const doubled: TapsOf = (i) =>
  i % 2 === 0 ? { first: i / 2 - 1, weights: EVEN } : { first: (i - 1) / 2, weights: ODD }

const inside = (i: number, length: number) => Math.min(Math.max(i, 0), length - 1)

function resizeRows({ width, height, values }: Plane, to: number, tapsOf: TapsOf): Plane {
  const out = emptyPlane({ width: to, height })
  const taps = Array.from({ length: to }, (_, x) => tapsOf(x))
  for (let i = 0; i < out.values.length; i++) {
    const { first, weights } = taps[i % to] as Taps
    const start = Math.floor(i / to) * width
    let sum = 0
    for (let n = 0; n < weights.length; n++) {
      sum += (weights[n] as number) * (values[start + inside(first + n, width)] as number)
    }
    out.values[i] = sum
  }
  return out
}

/** Row by row: the values of a column are far from each other in memory. */
function resizeColumns({ width, height, values }: Plane, to: number, tapsOf: TapsOf): Plane {
  const out = emptyPlane({ width, height: to })
  for (let y = 0; y < to; y++) {
    const { first, weights } = tapsOf(y)
    for (const [n, weight] of weights.entries()) {
      const from = inside(first + n, height) * width
      for (let x = 0, at = y * width; x < width; x++, at++) {
        out.values[at] = (out.values[at] as number) + weight * (values[from + x] as number)
      }
    }
  }
  return out
}

const resize = (plane: Plane, { width, height }: Size, tapsOf: TapsOf): Plane =>
  resizeColumns(resizeRows(plane, width, tapsOf), height, tapsOf)

const reduce = (plane: Plane): Plane =>
  resize(plane, { width: (plane.width + 1) >> 1, height: (plane.height + 1) >> 1 }, halved)

const expand = (plane: Plane, size: Size): Plane => resize(plane, size, doubled)

/** Laplacian pyramid: differences between levels, fine to coarse; the last level is the residual. */
export function laplacian(plane: Plane, levels: number): Plane[] {
  if (levels <= 1) return [plane]
  const coarse = reduce(plane)
  const smooth = expand(coarse, plane)
  const values = plane.values.map((value, i) => value - (smooth.values[i] as number))
  return [{ ...plane, values }, ...laplacian(coarse, levels - 1)]
}

/** Gaussian pyramid, fine to coarse; the first level is the plane itself. */
export function gaussian(plane: Plane, levels: number): Plane[] {
  return levels <= 1 ? [plane] : [plane, ...gaussian(reduce(plane), levels - 1)]
}

/** Reconstructs the plane from its Laplacian pyramid, from coarse to fine. */
export const collapse = (pyramid: Plane[]): Plane =>
  pyramid.reduceRight((coarse, fine) => {
    const smooth = expand(coarse, fine)
    return { ...fine, values: fine.values.map((value, i) => value + (smooth.values[i] as number)) }
  })
