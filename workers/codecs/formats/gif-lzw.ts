const MAX_CODES = 4096

/**
 * Decodes the LZW data of a GIF: the minimum code size, then sub-blocks up to one of length 0. Codes start at one bit
 * more and grow to 12; the first two codes beyond the indices are clear and end.
 * @throws RangeError if there are fewer than `count` indices
 */
export function decodeGifLzw(bytes: Uint8Array, count: number): Uint8Array {
  const bits = bytes[0] ?? 0
  if (bits < 1 || bits > 8) throw new Error(`Expected indices of 1 to 8 bits but received ${bits}`)
  const packed = subBlocks(bytes.subarray(1))
  // A code of at least 3 bits becomes at most 4096 indices.
  if (count > Math.ceil((packed.length * 8) / 3) * MAX_CODES) throw tooFew(count)
  return expand(packed, bits, new Uint8Array(count))
}

const tooFew = (count: number) => new RangeError(`Expected ${count} pixels but the data ends`)

/** Joins the sub-blocks, of which the last may be cut off. */
function subBlocks(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length)
  let to = 0
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] as number
    if (length === 0) break
    const block = bytes.subarray(at + 1, at + 1 + length)
    joined.set(block, to)
    to += block.length
    at += 1 + length
  }
  return joined.subarray(0, to)
}

function expand(packed: Uint8Array, bits: number, pixels: Uint8Array): Uint8Array {
  const clear = 1 << bits
  // A code refers to pixels that were written already: their offset and number.
  const starts = new Uint32Array(MAX_CODES)
  const lengths = new Uint16Array(MAX_CODES)
  const codes = reader(packed)
  let [width, next, before, to] = [bits + 1, clear + 2, -1, 0]
  while (to < pixels.length) {
    const code = codes(width)
    if (code === undefined || code === clear + 1) throw tooFew(pixels.length)
    if (code === clear) {
      ;[width, next, before] = [bits + 1, clear + 2, -1]
      continue
    }
    const known = code < next
    if (before < 0 ? code > clear : code > next)
      throw new Error(`Expected a code that is known but received ${code}`)
    const from = to
    const length = code < clear ? 1 : known ? (lengths[code] as number) : to - before + 1
    const start = known ? (starts[code] as number) : before
    if (code < clear) pixels[to] = code
    else
      for (let i = 0; i < length && to + i < pixels.length; i++)
        pixels[to + i] = pixels[start + i] as number
    to += length
    if (before >= 0 && next < MAX_CODES) {
      starts[next] = before
      lengths[next] = from - before + 1
      next++
      if (next === 1 << width && width < 12) width++
    }
    before = from
  }
  return pixels
}

/** Reads codes from the lowest bit on; undefined beyond the end. */
function reader(packed: Uint8Array) {
  let [held, count, at] = [0, 0, 0]
  return (width: number): number | undefined => {
    while (count < width) {
      if (at === packed.length) return undefined
      held |= (packed[at++] as number) << count
      count += 8
    }
    const code = held & ((1 << width) - 1)
    held >>>= width
    count -= width
    return code
  }
}
