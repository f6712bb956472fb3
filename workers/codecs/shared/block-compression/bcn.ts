import { bc6h, bc6hSigned } from './bc6h.ts'
import { bc7 } from './bc7.ts'

/**
 * Block-compressed textures: blocks of 4 x 4 pixels in 8 bytes (BC1, BC4) or 16, row by row. BC1 to BC3 are also called
 * DXT1, DXT3 and DXT5; BC4 and BC5 ATI1 and ATI2. The blocks at the edges are whole, even if the image is not.
 */
export type BlockFormat =
  | 'bc1'
  | 'bc2'
  | 'bc3'
  | 'bc4'
  | 'bc4Signed'
  | 'bc5'
  | 'bc5Signed'
  | 'bc6h'
  | 'bc6hSigned'
  | 'bc7'

type DecodeBlock = (bytes: Uint8Array, at: number, out: Uint8Array) => void

const OPAQUE = 255

const blocks: Record<BlockFormat, { size: 8 | 16; decode: DecodeBlock }> = {
  bc1: { size: 8, decode: (bytes, at, out) => colorBlock(bytes, at, out, true) },
  bc2: { size: 16, decode: bc2 },
  bc3: { size: 16, decode: bc3 },
  bc4: { size: 8, decode: (bytes, at, out) => bc4(bytes, at, out, 0) },
  bc4Signed: { size: 8, decode: (bytes, at, out) => bc4(bytes, at, out, 128) },
  bc5: { size: 16, decode: (bytes, at, out) => bc5(bytes, at, out, 0) },
  bc5Signed: { size: 16, decode: (bytes, at, out) => bc5(bytes, at, out, 128) },
  bc6h: { size: 16, decode: bc6h },
  bc6hSigned: { size: 16, decode: bc6hSigned },
  bc7: { size: 16, decode: bc7 },
}

/**
 * Decodes the blocks from `start` on to RGBA. Signed formats map -1 to 0 and 1 to 255.
 * @throws RangeError if blocks are missing.
 */
export function decodeBlocks(
  bytes: Uint8Array,
  start: number,
  width: number,
  height: number,
  kind: BlockFormat,
) {
  const { size, decode } = blocks[kind]
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)]
  const needed = start + columns * rows * size
  if (needed > bytes.length) {
    throw new RangeError(`blocks up to byte ${needed} in a file of ${bytes.length}`)
  }
  const data = new Uint8ClampedArray(width * height * 4)
  const out = new Uint8Array(64)
  for (let row = 0, at = start; row < rows; row++) {
    const high = Math.min(4, height - row * 4)
    for (let column = 0; column < columns; column++, at += size) {
      decode(bytes, at, out)
      const wide = Math.min(4, width - column * 4)
      for (let y = 0; y < high; y++) {
        const to = ((row * 4 + y) * width + column * 4) * 4
        data.set(out.subarray(y * 16, y * 16 + wide * 4), to)
      }
    }
  }
  return data
}

const le16 = (bytes: Uint8Array, at: number) =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8)

const palette = new Uint8Array(16)

/**
 * Two colors in RGB565, then 2-bit indices: the colors, and those a third and two thirds between them. With `punchThrough`, if
 * the first color is not above the second, the others are the middle of both, and transparent black.
 */
function colorBlock(bytes: Uint8Array, at: number, out: Uint8Array, punchThrough: boolean) {
  const [first, second] = [le16(bytes, at), le16(bytes, at + 2)]
  const thirds = !punchThrough || first > second
  rgb565(first, 0)
  rgb565(second, 4)
  for (let c = 0; c < 3; c++) {
    const [a, b] = [palette[c], palette[4 + c]] as [number, number]
    palette[8 + c] = thirds ? (2 * a + b) / 3 : (a + b) / 2
    palette[12 + c] = thirds ? (a + 2 * b) / 3 : 0
  }
  palette[11] = OPAQUE
  palette[15] = thirds ? OPAQUE : 0
  for (let i = 0; i < 16; i++) {
    const index = ((bytes[at + 4 + (i >> 2)] as number) >> ((i & 3) * 2)) & 3
    for (let c = 0; c < 4; c++) out[i * 4 + c] = palette[index * 4 + c] as number
  }
}

function rgb565(value: number, to: number) {
  const [r, g, b] = [value >> 11, (value >> 5) & 63, value & 31]
  palette[to] = (r << 3) | (r >> 2)
  palette[to + 1] = (g << 2) | (g >> 4)
  palette[to + 2] = (b << 3) | (b >> 2)
  palette[to + 3] = OPAQUE
}

/** Alpha of 4 bits per pixel, then the colors. */
function bc2(bytes: Uint8Array, at: number, out: Uint8Array) {
  colorBlock(bytes, at + 8, out, false)
  for (let i = 0; i < 16; i++) {
    out[i * 4 + 3] = (((bytes[at + (i >> 1)] as number) >> ((i & 1) * 4)) & 15) * 17
  }
}

function bc3(bytes: Uint8Array, at: number, out: Uint8Array) {
  colorBlock(bytes, at + 8, out, false)
  ramp(bytes, at, out, 3, 0)
}

/** Red only, shown as gray. */
function bc4(bytes: Uint8Array, at: number, out: Uint8Array, zero: 0 | 128) {
  ramp(bytes, at, out, 0, zero)
  for (let i = 0; i < 64; i += 4) {
    out.fill(out[i] as number, i + 1, i + 3)
    out[i + 3] = OPAQUE
  }
}

/** Red and green; blue is 0 (of signed formats, their 0). */
function bc5(bytes: Uint8Array, at: number, out: Uint8Array, zero: 0 | 128) {
  ramp(bytes, at, out, 0, zero)
  ramp(bytes, at + 8, out, 1, zero)
  for (let i = 0; i < 64; i += 4) {
    out[i + 2] = zero
    out[i + 3] = OPAQUE
  }
}

const steps = new Uint8Array(8)

/**
 * One channel: two 8-bit endpoints, then 3-bit indices. If the first endpoint is above the second, there are six steps
 * between them; else four, and 0 and 255. Signed endpoints are offset by `zero`.
 */
function ramp(bytes: Uint8Array, at: number, out: Uint8Array, channel: number, zero: 0 | 128) {
  const a = (bytes[at] as number) ^ zero
  const b = (bytes[at + 1] as number) ^ zero
  const between = a > b ? 7 : 5
  steps[0] = a
  steps[1] = b
  for (let i = 1; i < between; i++) steps[i + 1] = ((between - i) * a + i * b) / between
  if (between === 5) {
    steps[6] = 0
    steps[7] = OPAQUE
  }
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3
    let word = le16(bytes, from) | ((bytes[from + 2] as number) << 16)
    for (let i = half * 8; i < half * 8 + 8; i++, word >>= 3) {
      out[i * 4 + channel] = steps[word & 7] as number
    }
  }
}
