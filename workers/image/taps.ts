import type { Size } from '../../src/plan/size.ts'
import { emptyPlane, type Plane } from './plane.ts'

/** What a value of a resized line is the sum of: the line's values from `first` on, by their weights. */
interface Tap {
  first: number
  weights: readonly number[]
}

/** For each value of a resized line, the indices of the `count` values that it is the sum of, and their weights. */
export interface Taps {
  count: number
  from: Int32Array
  weights: Float32Array
}

/** The taps of a line of `to` values on one of `from`, whose ends are repeated. */
export function tapsOf(from: number, to: number, tapAt: (i: number) => Tap): Taps {
  const all = Array.from({ length: to }, (_, i) => tapAt(i))
  const count = Math.max(...all.map(({ weights }) => weights.length))
  const taps = {
    count,
    from: new Int32Array(to * count),
    weights: new Float32Array(to * count),
  }
  for (const [i, { first, weights }] of all.entries()) {
    for (const [k, weight] of weights.entries()) {
      taps.weights[i * count + k] = weight
      taps.from[i * count + k] = Math.min(Math.max(first + k, 0), from - 1)
    }
  }
  return taps
}

/** A plane of another size, by the taps of its columns and of its rows. */
export function resizeByTaps(plane: Plane, to: Size, columns: Taps, rows: Taps): Plane {
  const between = { width: to.width, height: plane.height }
  return resizeRows(resizeColumns(plane, between, columns), to, rows)
}

function resizeColumns({ values, width }: Plane, to: Size, { count, from, weights }: Taps) {
  const out = emptyPlane(to)
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      let sum = 0
      for (let tap = x * count; tap < (x + 1) * count; tap++)
        sum += (weights[tap] as number) * (values[y * width + (from[tap] as number)] as number)
      out.values[y * to.width + x] = sum
    }
  }
  return out
}

function resizeRows({ values, width }: Plane, to: Size, { count, from, weights }: Taps): Plane {
  const out = emptyPlane(to)
  const sums = new Float64Array(width)
  for (let y = 0; y < to.height; y++) {
    sums.fill(0)
    for (let tap = y * count; tap < (y + 1) * count; tap++) {
      const weight = weights[tap] as number
      if (weight === 0) continue
      const start = (from[tap] as number) * width
      for (let x = 0; x < width; x++)
        sums[x] = (sums[x] as number) + weight * (values[start + x] as number)
    }
    out.values.set(sums, y * width)
  }
  return out
}
