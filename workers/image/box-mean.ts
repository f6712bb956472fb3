import type { Size } from '../../src/plan/size.ts'
import { emptyPlane, type Plane } from './plane.ts'

/** Box filter: the mean over a square window of `radius` pixels to each side, truncated at the borders. Uses running sums. */
export function boxMean({ values, ...size }: Plane, radius: number): Plane {
  const { width } = size
  return meanOfRows((y) => values.subarray(y * width, (y + 1) * width), size, radius)
}

/** The same of values that are computed from their index, as by `mapPlane`, without a plane of them. */
export function boxMeanOf(value: (at: number) => number, size: Size, radius: number): Plane {
  const row = new Float32Array(size.width)
  const rowAt = (y: number) => {
    for (let x = 0, at = y * row.length; x < row.length; x++, at++) row[x] = value(at)
    return row
  }
  return meanOfRows(rowAt, size, radius)
}

/** The means along rows are kept for as long as a window needs them. Memory is read in its order. */
function meanOfRows(rowAt: (y: number) => Float32Array, size: Size, radius: number): Plane {
  const { width, height } = size
  const out = emptyPlane(size)
  const kept = Array.from(
    { length: Math.min(height, 2 * radius + 2) },
    () => new Float32Array(width),
  )
  const keptAt = (y: number) => kept[y % kept.length] as Float32Array
  const sums = new Float64Array(width)
  const enter = (y: number) => {
    meanRow(rowAt(y), keptAt(y), radius)
    addRow(sums, keptAt(y), 1)
  }
  for (let y = 0; y < Math.min(radius, height); y++) enter(y)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) enter(y + radius)
    if (y > radius) addRow(sums, keptAt(y - radius - 1), -1)
    const count = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    divideRow(sums, count, out.values, y * width)
  }
  return out
}

/** The running mean along a row. */
function meanRow(from: Float32Array, to: Float32Array, radius: number): void {
  let sum = 0
  let count = 0
  for (let i = 0; i < Math.min(radius, from.length); i++, count++) sum += from[i] as number
  for (let i = 0; i < from.length; i++) {
    if (i + radius < from.length) {
      sum += from[i + radius] as number
      count++
    }
    if (i > radius) {
      sum -= from[i - radius - 1] as number
      count--
    }
    to[i] = sum / count
  }
}

function addRow(sums: Float64Array, row: Float32Array, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] as number) + sign * (row[x] as number)
}

function divideRow(sums: Float64Array, count: number, to: Float32Array, start: number): void {
  for (let x = 0; x < sums.length; x++) to[start + x] = (sums[x] as number) / count
}
