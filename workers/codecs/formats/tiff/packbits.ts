/**
 * PackBits (TIFF 6.0 section 9): a byte n of 0 to 127 before n + 1 literal bytes, of -1 to -127 before a byte that
 * stands 1 - n times; -128 says nothing. Returns at most `size` bytes, fewer where the data ends before.
 */
export function decodePackBits(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let to = 0
  for (let at = 0; at < bytes.length && to < size; ) {
    const n = bytes[at++] as number
    if (n < 128) {
      const literal = bytes.subarray(at, at + Math.min(n + 1, size - to))
      out.set(literal, to)
      to += literal.length
      at += n + 1
    } else if (n > 128 && at < bytes.length) {
      const end = Math.min(to + 257 - n, size)
      out.fill(bytes[at++] as number, to, end)
      to = end
    }
  }
  return out.subarray(0, to)
}
