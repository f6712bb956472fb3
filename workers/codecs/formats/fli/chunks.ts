import { dataView, requireBytes } from '../../shared/bytes.ts'

/** The frame that chunks draw on. */
export interface FliFrame {
  width: number
  height: number
  /** Indices, width * height. */
  pixels: Uint8Array
  /** RGB, 256 colors. */
  palette: Uint8Array
}

/** Draws the body of one chunk. Other kinds, such as thumbnails, are ignored. */
export function drawChunk(screen: FliFrame, kind: number, body: Uint8Array) {
  kinds[kind]?.(screen, new Cursor(body))
}

const kinds: Record<number, (screen: FliFrame, from: Cursor) => void> = {
  4: (screen, from) => colors(screen, from, (level) => level),
  // Six bits become eight by repeating the highest two.
  11: (screen, from) => colors(screen, from, (level) => (level << 2) | (level >> 4)),
  7: wordDelta,
  12: byteDelta,
  13: (screen) => screen.pixels.fill(0),
  15: byteRuns,
  16: ({ pixels }, from) => pixels.set(from.take(pixels.length)),
}

/** Reads sequentially; throws a RangeError beyond the end. */
class Cursor {
  private at = 0
  constructor(private readonly bytes: Uint8Array) {}
  take(count: number): Uint8Array {
    requireBytes(this.bytes, this.at + count)
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }
  byte = () => this.take(1)[0] as number
  signed = () => (this.byte() << 24) >> 24
  word = () => dataView(this.take(2)).getUint16(0, true)
}

/** COLOR: number of packets; each: colors to skip, number of colors (0: 256), RGB triples. */
function colors({ palette }: FliFrame, from: Cursor, level: (stored: number) => number) {
  let to = 0
  for (let packets = from.word(); packets > 0; packets--) {
    to += from.byte() * 3
    const count = from.byte() || 256
    for (const stored of from.take(count * 3)) palette[to++] = level(stored)
  }
}

/** BYTE_RUN: rows of runs (count > 0: repeat the next byte; < 0: literals). The stated number of packets is unreliable. */
function byteRuns({ width, height, pixels }: FliFrame, from: Cursor) {
  for (let y = 0; y < height; y++) {
    from.byte()
    for (let x = 0; x < width; ) {
      const count = from.signed()
      const row = pixels.subarray(y * width + x, (y + 1) * width)
      x += count < 0 ? copy(row, from.take(-count)) : repeat(row, from.take(1), count)
    }
  }
}

/** DELTA_FLI: first row, number of rows; each row: packets of pixels to skip and a run (count < 0: repeat; > 0: literals). */
function byteDelta({ width, height, pixels }: FliFrame, from: Cursor) {
  const first = from.word()
  const end = Math.min(first + from.word(), height)
  for (let y = first; y < end; y++) {
    let x = 0
    for (let packets = from.byte(); packets > 0; packets--) {
      x += from.byte()
      const count = from.signed()
      const row = pixels.subarray(y * width + x, (y + 1) * width)
      x += count < 0 ? repeat(row, from.take(1), -count) : copy(row, from.take(count))
    }
  }
}

/** The two highest bits of a word before a row: 3 skips rows, 2 sets the last pixel, 0 is the number of packets. */
const SKIP_ROWS = 3
const LAST_PIXEL = 2

/** DELTA_FLC: number of rows; each row: packets of pixels to skip and a run of 16-bit words. */
function wordDelta({ width, height, pixels }: FliFrame, from: Cursor) {
  let y = 0
  for (let rows = from.word(); rows > 0 && y < height; rows--, y++) {
    let packets = from.word()
    for (; packets >> 14 !== 0; packets = from.word()) {
      if (packets >> 14 === SKIP_ROWS) y += 0x10000 - packets
      if (packets >> 14 === LAST_PIXEL && y < height) pixels[(y + 1) * width - 1] = packets & 255
    }
    for (let x = 0; packets > 0; packets--) {
      x += from.byte()
      const count = from.signed()
      const row = pixels.subarray(Math.min(y * width + x, pixels.length), (y + 1) * width)
      x += count < 0 ? repeat(row, from.take(2), -count) : copy(row, from.take(count * 2))
    }
  }
}

/** Both clip at the end of the row, and return the number of pixels before clipping. */
function copy(row: Uint8Array, bytes: Uint8Array): number {
  row.set(bytes.subarray(0, row.length))
  return bytes.length
}

function repeat(row: Uint8Array, unit: Uint8Array, count: number): number {
  const length = count * unit.length
  for (let i = 0; i < Math.min(length, row.length); i++) row[i] = unit[i % unit.length] as number
  return length
}
