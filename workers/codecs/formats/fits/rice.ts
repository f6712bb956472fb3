/** By bytes a number: bits that say how many low bits are split off, and what says that none are. */
const SIZES: Record<number, { head: number; raw: number }> = {
  1: { head: 3, raw: 6 },
  2: { head: 4, raw: 14 },
  4: { head: 5, raw: 25 },
}

/**
 * Undoes RICE_1 (FITS 4.0, 10.4.1): the first number as it is, then differences in blocks. Each block says a number of
 * bits: 0 all differences are none, `raw` + 1 they are as they are, else that less 1 are low bits behind a count of zeros and
 * a one. Differences are folded: even ones are their half, odd ones below 0.
 */
export function decodeRice(
  packed: Uint8Array,
  count: number,
  size: number,
  block: number,
): Float64Array {
  const kind = SIZES[size]
  if (!kind || !(block >= 1))
    throw new Error(`Expected 1, 2 or 4 bytes in blocks but received ${size}, ${block}`)
  const bits = bitReader(packed)
  const values = new Float64Array(count)
  const shift = 32 - size * 8
  let last = bits.take(size * 8)
  for (let from = 0; from < count; from += block) {
    const split = bits.take(kind.head) - 1
    const end = Math.min(from + block, count)
    for (let i = from; i < end; i++) {
      last = (last + unfolded(difference(bits, split, kind.raw, size * 8))) | 0
      // 8 bits have no sign.
      values[i] = size === 1 ? last & 255 : (last << shift) >> shift
    }
  }
  return values
}

type Bits = ReturnType<typeof bitReader>

function difference(bits: Bits, split: number, raw: number, width: number): number {
  if (split < 0) return 0
  if (split === raw) return bits.take(width)
  return (bits.zeros() << split) | bits.take(split)
}

const unfolded = (value: number) => (value & 1 ? ~(value >>> 1) : value >>> 1)

/** Bits from the high one down; throws a RangeError behind the end. */
function bitReader(bytes: Uint8Array) {
  let at = 0
  const one = () => {
    const byte = bytes[at >> 3]
    if (byte === undefined) throw new RangeError('Expected more bits')
    return (byte >> (7 - (at++ & 7))) & 1
  }
  const take = (count: number) => {
    let value = 0
    for (let i = 0; i < count; i++) value = (value << 1) | one()
    return value
  }
  const zeros = () => {
    let count = 0
    while (one() === 0) count++
    return count
  }
  return { take, zeros }
}
