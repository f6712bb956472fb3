/** Returns a seeded random number generator, 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Half of all changes are made in these first bytes, which are usually headers. */
const HEADER = 128
const BOUNDARY_VALUES = [0, 1, 0x7f, 0x80, 0xff]

/** Returns a copy with a few changes: bytes and numbers replaced, parts removed or duplicated, the end cut off. */
export function mutated(file: Bytes, random: () => number): Bytes {
  const below = (limit: number) => Math.floor(random() * limit)
  const place = (length: number) => below(random() < 0.5 ? Math.min(HEADER, length) : length)
  let bytes = file.slice()
  for (let changes = 1 + below(4); changes > 0 && bytes.length > 8; changes--) {
    const at = place(bytes.length)
    const kind = below(10)
    if (kind < 3) bytes[at] = below(256)
    else if (kind < 5) bytes[at] = BOUNDARY_VALUES[below(BOUNDARY_VALUES.length)] ?? 0
    else if (kind < 6) bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
    else if (kind < 8)
      bytes.fill(BOUNDARY_VALUES[below(BOUNDARY_VALUES.length)] ?? 0, at, at + 1 + below(4))
    else if (kind < 9) bytes = spliced(bytes, at, below(64), random() < 0.5)
    else bytes = bytes.slice(0, at + 1)
  }
  return bytes
}

/** Removes or duplicates some bytes. */
function spliced(bytes: Bytes, at: number, length: number, twice: boolean): Bytes {
  const part = bytes.subarray(at, at + length)
  const rest = bytes.subarray(at + part.length)
  const kept = twice ? [bytes.subarray(0, at), part, part, rest] : [bytes.subarray(0, at), rest]
  const out = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0))
  let to = 0
  for (const each of kept) {
    out.set(each, to)
    to += each.length
  }
  return out
}
