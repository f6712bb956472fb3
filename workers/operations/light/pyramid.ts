import type { Size } from '../../../src/plan/size.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'

/** A row or a column of a plane. */
interface Line {
  values: Float32Array
  start: number
  step: number
  length: number
}

const rowOf = ({ values, width }: Plane, y: number): Line => ({
  values,
  start: y * width,
  step: 1,
  length: width,
})

const columnOf = ({ values, width, height }: Plane, x: number): Line => ({
  values,
  start: x,
  step: width,
  length: height,
})

/** Resizes the rows of a plane, and then the columns of what comes of them. */
function resizeLines(plane: Plane, size: Size, resize: (from: Line, to: Line) => void): Plane {
  const across = emptyPlane({ width: size.width, height: plane.height })
  for (let y = 0; y < plane.height; y++) resize(rowOf(plane, y), rowOf(across, y))
  const out = emptyPlane(size)
  for (let x = 0; x < size.width; x++) resize(columnOf(across, x), columnOf(out, x))
  return out
}

/** The values of a line, whose ends are repeated beyond it. */
const valuesOf =
  ({ values, start, step, length }: Line) =>
  (i: number) =>
    values[start + Math.min(Math.max(i, 0), length - 1) * step] as number

/** Halves a line, smoothed by the 5-tap binomial filter (Burt and Adelson 1983). */
function halve(from: Line, to: Line): void {
  const value = valuesOf(from)
  for (let i = 0, at = to.start; i < from.length; i += 2, at += to.step) {
    const near = value(i - 1) + value(i + 1)
    const far = value(i - 2) + value(i + 2)
    to.values[at] = 0.375 * value(i) + 0.25 * near + 0.0625 * far
  }
}

/** Doubles a line, smoothed by the same filter. */
function double(from: Line, to: Line): void {
  const value = valuesOf(from)
  for (let i = 0, at = to.start; i < to.length; i++, at += to.step) {
    const k = i >> 1
    to.values[at] =
      i % 2 === 0
        ? 0.125 * value(k - 1) + 0.75 * value(k) + 0.125 * value(k + 1)
        : 0.5 * (value(k) + value(k + 1))
  }
}

const reduce = (plane: Plane): Plane =>
  resizeLines(plane, { width: (plane.width + 1) >> 1, height: (plane.height + 1) >> 1 }, halve)

const expand = (plane: Plane, size: Size): Plane => resizeLines(plane, size, double)

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
