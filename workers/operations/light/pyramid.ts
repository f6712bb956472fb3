import { emptyPlane, type Plane } from '../../image/plane.ts'

/** Halves width and height, smoothed by the 5-tap binomial filter (Burt and Adelson 1983). */
function reduce(plane: Plane): Plane {
  const { width, height, values } = plane
  const across = emptyPlane({ width: (width + 1) >> 1, height })
  for (let y = 0; y < height; y++) {
    halve(values, y * width, 1, width, across.values, y * across.width, 1)
  }
  const out = emptyPlane({ width: across.width, height: (height + 1) >> 1 })
  for (let x = 0; x < out.width; x++) {
    halve(across.values, x, out.width, height, out.values, x, out.width)
  }
  return out
}

function halve(
  from: Float32Array,
  start: number,
  step: number,
  length: number,
  to: Float32Array,
  toStart: number,
  toStep: number,
): void {
  const value = (i: number) => from[start + Math.min(Math.max(i, 0), length - 1) * step] as number
  for (let i = 0, out = toStart; i < length; i += 2, out += toStep) {
    const near = value(i - 1) + value(i + 1)
    const far = value(i - 2) + value(i + 2)
    to[out] = 0.375 * value(i) + 0.25 * near + 0.0625 * far
  }
}

/** Doubles width and height, to `width` x `height`, smoothed by the same binomial filter. */
function expand(plane: Plane, { width, height }: { width: number; height: number }): Plane {
  const across = emptyPlane({ width, height: plane.height })
  for (let y = 0; y < plane.height; y++) {
    double(plane.values, y * plane.width, 1, plane.width, across.values, y * width, 1, width)
  }
  const out = emptyPlane({ width, height })
  for (let x = 0; x < width; x++) {
    double(across.values, x, width, plane.height, out.values, x, width, height)
  }
  return out
}

function double(
  from: Float32Array,
  start: number,
  step: number,
  length: number,
  to: Float32Array,
  toStart: number,
  toStep: number,
  toLength: number,
): void {
  const value = (i: number) => from[start + Math.min(Math.max(i, 0), length - 1) * step] as number
  for (let i = 0, out = toStart; i < toLength; i++, out += toStep) {
    const k = i >> 1
    to[out] =
      i % 2 === 0
        ? 0.125 * value(k - 1) + 0.75 * value(k) + 0.125 * value(k + 1)
        : 0.5 * (value(k) + value(k + 1))
  }
}

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
