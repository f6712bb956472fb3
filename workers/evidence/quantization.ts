import type { Plane } from '../image/plane.ts'
import { BLOCK, cosines, weightedSum } from './dct.ts'
import type { Window } from './windows.ts'

/** Vertical and horizontal frequencies whose step is 10 to 15 in a JPEG of quality 60, and 5 to 8 in one of quality 80. */
const FREQUENCIES = [
  [0, 3],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 0],
  [2, 1],
  [2, 2],
  [3, 0],
  [3, 1],
] as const
/** Quantization leaves nothing between these values: below is what was rounded to zero, above are its steps. */
const [ZERO, STEP] = [1.5, 6]
/** Fewer coefficients between them show nothing. */
const FEWEST = 30
/** So many coefficients of the mean share are added to those of each place, where chance would move few of them far. */
const PRIOR = 60

/** Counts coefficients for each place of the block grid, of 64. */
export function quantizationCounter() {
  const zeros = new Float64Array(BLOCK * BLOCK)
  const between = new Float64Array(BLOCK * BLOCK)
  return {
    add({ luma, x, y }: Window): void {
      const across = [0, 1, 2, 3].map((u) => filterRows(luma, cosines[u] as Float32Array))
      for (const [v, u] of FREQUENCIES) {
        const weights = cosines[v] as Float32Array
        countColumns(across[u] as Plane, weights, x, y, zeros, between)
      }
    },
    /**
     * How full the gap between zero and the first step is at the best place of the grid, as a share of what it is at
     * the others: near 0 for a JPEG of quality 70 or less, near 1 for what was never compressed. 1 where too little is seen.
     */
    gap(): number {
      const shares = Array.from(
        between,
        (count, i) => (count + 0.5) / (count + (zeros[i] as number) + 1),
      )
      const counts = Array.from(between).sort((a, b) => a - b)
      if ((counts[32] as number) < FEWEST) return 1
      shares.sort((a, b) => a - b)
      return (shares[0] as number) / (shares[32] as number)
    },
    /** The same, drawn to 1 where little is seen. */
    steadyGap(): number {
      const total = sum(between) / (sum(between) + sum(zeros) + 1)
      const shares = Array.from(
        between,
        (count, i) => (count + PRIOR * total + 0.5) / (count + (zeros[i] as number) + PRIOR + 1),
      )
      shares.sort((a, b) => a - b)
      return (shares[0] as number) / (shares[32] as number)
    },
  }
}

const sum = (counts: Float64Array) => counts.reduce((a, b) => a + b, 0)

/** The coefficient of each run of 8 pixels that begins at a pixel. */
function filterRows({ values, width, height }: Plane, weights: Float32Array): Plane {
  const out = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let at = y * width; at <= (y + 1) * width - BLOCK; at++)
      out[at] = weightedSum(weights, values, at, 1)
  }
  return { values: out, width, height }
}

function countColumns(
  { values, width, height }: Plane,
  weights: Float32Array,
  left: number,
  top: number,
  zeros: Float64Array,
  between: Float64Array,
): void {
  for (let y = 0; y <= height - BLOCK; y++) {
    const row = ((top + y) % BLOCK) * BLOCK
    for (let x = 0; x <= width - BLOCK; x++) {
      const size = Math.abs(weightedSum(weights, values, y * width + x, width))
      const place = row + ((left + x) % BLOCK)
      if (size < ZERO) zeros[place] = (zeros[place] as number) + 1
      else if (size < STEP) between[place] = (between[place] as number) + 1
    }
  }
}
