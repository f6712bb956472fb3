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
    for (let u = 0; u < BLOCK; u++) {
      const weights = cosines[u] as Float32Array
      let sum = 0
      for (let i = 0; i < BLOCK; i++) sum += (weights[i] as number) * (values[from + i] as number)
      scratch[row * BLOCK + u] = sum
    }
  }
  for (let v = 0; v < BLOCK; v++) {
    const weights = cosines[v] as Float32Array
    for (let u = 0; u < BLOCK; u++) {
      let sum = 0
      for (let i = 0; i < BLOCK; i++)
        sum += (weights[i] as number) * (scratch[i * BLOCK + u] as number)
      out[v * BLOCK + u] = sum
    }
  }
}
