import { emptyPlane, type Plane } from './plane.ts'

/** Box filter: the mean over a square window of `radius` pixels to each side, truncated at the borders. Uses running sums. */
export function boxMean(plane: Plane, radius: number): Plane {
  const { width, height } = plane
  const across = emptyPlane(plane)
  for (let y = 0; y < height; y++)
    meanLine(plane.values, across.values, y * width, 1, width, radius)
  const out = emptyPlane(plane)
  for (let x = 0; x < width; x++) meanLine(across.values, out.values, x, width, height, radius)
  return out
}

/** The running mean along one row or column of `length` values, `step` apart. */
function meanLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  let sum = 0
  let count = 0
  for (let i = 0; i < Math.min(radius, length); i++, count++) {
    sum += from[start + i * step] as number
  }
  for (let i = 0; i < length; i++) {
    if (i + radius < length) {
      sum += from[start + (i + radius) * step] as number
      count++
    }
    if (i > radius) {
      sum -= from[start + (i - radius - 1) * step] as number
      count--
    }
    to[start + i * step] = sum / count
  }
}
