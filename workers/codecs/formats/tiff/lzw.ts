import { peekBits } from '../../shared/bits.ts'

const CLEAR = 256
const END = 257
const FIRST = 258
const MOST = 4096

/**
 * Decodes LZW (TIFF 6.0 section 13): codes of 9 to 12 bits, most significant bit first, that grow one code early.
 * Returns at most `size` bytes, fewer if the data ends.
 */
export function decodeLzw(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  const begins = new Uint32Array(MOST + 1)
  const lengths = new Uint32Array(MOST + 1)
  let to = 0
  let next = FIRST
  let width = 9
  let previous = -1
  for (let bit = 0; to < size && bit + width <= bytes.length * 8; ) {
    const code = peekBits(bytes, bit, width)
    bit += width
    if (code === END) break
    if (code === CLEAR) {
      next = FIRST
      width = 9
      previous = -1
      continue
    }
    const begin = to
    if (code < CLEAR) {
      out[to++] = code
    } else {
      if (code > next || previous < 0) throw new Error('an LZW code without a string')
      const from = begins[code] as number
      const length = lengths[code] as number
      for (let i = 0; i < length && to < size; i++) out[to++] = out[from + i] as number
    }
    // A string of the table is the previous string and one byte more: it is in the output already.
    if (previous >= 0 && next < MOST) next++
    begins[next] = begin
    lengths[next] = to - begin + 1
    previous = code
    width = next >= 2047 ? 12 : next >= 1023 ? 11 : next >= 511 ? 10 : 9
  }
  return out.subarray(0, to)
}
