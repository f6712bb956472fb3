import { emptyPlane, type Plane } from './plane.ts'

/** Box filter: the mean over a square window of `radius` pixels to each side, truncated at the borders. Uses running sums. */
export function boxMean({ width, height, values }: Plane, radius: number): Plane {
  const across = emptyPlane({ width, height })
  for (let y = 0; y < height; y++) meanRow(values, across.values, y * width, width, radius)
  return meanDown(across, radius)
}

/** The running mean along a row. */
function meanRow(
  from: Float32Array,
  to: Float32Array,
  start: number,
  length: number,
  radius: number,
): void {
  let sum = 0
  let count = 0
  for (let i = 0; i < Math.min(radius, length); i++, count++) sum += from[start + i] as number
  for (let i = 0; i < length; i++) {
    if (i + radius < length) {
      sum += from[start + i + radius] as number
      count++
    }
    if (i > radius) {
      sum -= from[start + i - radius - 1] as number
      count--
    }
    to[start + i] = sum / count
  }
}

/** The running means of all columns, row by row: memory is read in its order. */
function meanDown({ width, height, values }: Plane, radius: number): Plane {
  const out = emptyPlane({ width, height })
  const sums = new Float64Array(width)
  for (let y = 0; y < Math.min(radius, height); y++) addRow(sums, values, y * width, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(sums, values, (y + radius) * width, 1)
    if (y > radius) addRow(sums, values, (y - radius - 1) * width, -1)
    const count = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    divideRow(sums, count, out.values, y * width)
  }
  return out
}

function addRow(sums: Float64Array, values: Float32Array, start: number, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x++)
    sums[x] = (sums[x] as number) + sign * (values[start + x] as number)
}

function divideRow(sums: Float64Array, count: number, to: Float32Array, start: number): void {
  for (let x = 0; x < sums.length; x++) to[start + x] = (sums[x] as number) / count
}
