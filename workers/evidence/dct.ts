import type { Plane } from '../image/plane.ts'

/** Side of a block. */
export const BLOCK = 8

/** The orthonormal 8-point DCT: one row of weights for each frequency. */
export const cosines: readonly Float32Array[] = Array.from({ length: BLOCK }, (_, frequency) =>
  Float32Array.from(
    { length: BLOCK },
    (_, i) =>
      Math.sqrt((frequency === 0 ? 1 : 2) / BLOCK) *
      Math.cos(((2 * i + 1) * frequency * Math.PI) / (2 * BLOCK)),
  ),
)

/** The sum of eight values that lie `step` apart, from `at` on, each with its weight. Written out, it takes half the time of a loop. */
export const weightedSum = (
  weights: Float32Array,
  values: Float32Array,
  at: number,
  step: number,
): number =>
  (weights[0] as number) * (values[at] as number) +
  (weights[1] as number) * (values[at + step] as number) +
  (weights[2] as number) * (values[at + 2 * step] as number) +
  (weights[3] as number) * (values[at + 3 * step] as number) +
  (weights[4] as number) * (values[at + 4 * step] as number) +
  (weights[5] as number) * (values[at + 5 * step] as number) +
  (weights[6] as number) * (values[at + 6 * step] as number) +
  (weights[7] as number) * (values[at + 7 * step] as number)

/** Writes the DCT of the block at (x, y) into `out`, row by row; `scratch` has 64 values too. */
export function blockDct(
  { values, width }: Plane,
  x: number,
  y: number,
  scratch: Float32Array,
  out: Float32Array,
): void {
  for (let row = 0; row < BLOCK; row++) {
    const from = (y + row) * width + x
    for (let u = 0; u < BLOCK; u++)
      scratch[row * BLOCK + u] = weightedSum(cosines[u] as Float32Array, values, from, 1)
  }
  for (let v = 0; v < BLOCK; v++) {
    for (let u = 0; u < BLOCK; u++)
      out[v * BLOCK + u] = weightedSum(cosines[v] as Float32Array, scratch, u, BLOCK)
  }
}
