/**
 * Up to 16 bits from bit `at` on, the highest bit of each byte first. Bits beyond the end are 0.
 */
export function peekBits(bytes: Uint8Array, at: number, count: number): number {
  const first = at >> 3
  const next =
    ((bytes[first] ?? 0) << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0)
  return (next >> (24 - (at & 7) - count)) & ((1 << count) - 1)
}

/** The sample `x` of a row that starts at byte `row`: 1, 2, 4 or 8 bits, the first in the highest bits of a byte. */
export function packedSample(bytes: Uint8Array, row: number, x: number, bits: number): number {
  const bit = x * bits
  const byte = bytes[row + (bit >> 3)] ?? 0
  return (byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
}

/** The pixel `x` of a row of one bit a pixel. */
export const bitAt = (bytes: Uint8Array, row: number, x: number) => packedSample(bytes, row, x, 1)
