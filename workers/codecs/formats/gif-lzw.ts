const MOST_CODES = 4096

/**
 * Undoes the LZW of a GIF. `bytes` begin with the bits of an index, then sub-blocks up to one of length 0. Codes grow
 * from one bit more up to 12; of the first two that are no index one clears the table and one ends.
 * @throws RangeError where fewer than `count` indices come
 */
export function decodeGifLzw(bytes: Uint8Array, count: number): Uint8Array {
  const bits = bytes[0] ?? 0
  if (bits < 1 || bits > 8) throw new Error(`Expected indices of 1 to 8 bits but received ${bits}`)
  const packed = subBlocks(bytes.subarray(1))
  // A code of at least 3 bits becomes at most 4096 indices.
  if (count > Math.ceil((packed.length * 8) / 3) * MOST_CODES) throw tooFew(count)
  return expand(packed, bits, new Uint8Array(count))
}

const tooFew = (count: number) => new RangeError(`Expected ${count} pixels but the data ends`)

/** As far as they go: the last one may be cut off. */
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
  // A code stands for a piece of the pixels that were written already: where it begins, and how long it is.
  const starts = new Uint32Array(MOST_CODES)
  const lengths = new Uint16Array(MOST_CODES)
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
    if (before >= 0 && next < MOST_CODES) {
      starts[next] = before
      lengths[next] = from - before + 1
      next++
      if (next === 1 << width && width < 12) width++
    }
    before = from
  }
  return pixels
}

/** Codes from the low bit up; undefined behind the end. */
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
