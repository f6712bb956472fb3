import { ascii, dataView, requireBytes } from '../binary/bytes.ts'
import { decodeGifLzw } from './gif-lzw.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { grayPalette, rasterInfo, rgbaPalette, transparentPixels } from './shared/raster.ts'

/**
 * GIF87a and GIF89a, the first frame on the full canvas. Little-endian: 6 width, 8 height of the canvas, 10 flags (0x80: a
 * palette of 2 << (flags & 7) colors follows at 13). Then blocks: 0x21 an extension (0xf9 says with bit 0 of its flags
 * that an index is transparent), 0x2c a frame (x, y, width, height, flags: 0x80 a palette of its own, 0x40 interlaced), whose
 * pixels are LZW in sub-blocks of a length and as many bytes, 0x3b the end. What the frame leaves out is transparent.
 * Without a palette indices are shown as gray.
 */
const HEADER = 13
const EXTENSION = 0x21
const FRAME = 0x2c
const CONTROL = 0xf9
const END = 0x3b

interface Frame {
  x: number
  y: number
  width: number
  height: number
  interlaced: boolean
  /** RGBA. */
  palette: Uint8Array
  /** The smallest code, and behind it the sub-blocks. */
  pixels: Uint8Array
}

const hasSignature = (bytes: Uint8Array) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6))

/** The canvas; it grows where the first frame is larger. */
export function info(bytes: Uint8Array): RasterInfo {
  const { x, y, width, height, palette } = firstFrame(bytes)
  const data = dataView(bytes)
  const [canvasWidth, canvasHeight] = [data.getUint16(6, true), data.getUint16(8, true)]
  const whole = x === 0 && y === 0 && width >= canvasWidth && height >= canvasHeight
  const transparent = palette.some((alpha, i) => i % 4 === 3 && alpha === 0)
  return rasterInfo(
    Math.max(canvasWidth, x + width),
    Math.max(canvasHeight, y + height),
    !whole || transparent,
  )
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const frame = firstFrame(bytes)
  const indices = decodeGifLzw(frame.pixels, frame.width * frame.height)
  const data = transparentPixels(size)
  let from = 0
  for (const y of rowOrder(frame)) {
    let to = ((frame.y + y) * size.width + frame.x) * 4
    for (let x = 0; x < frame.width; x++, to += 4) {
      const at = (indices[from++] as number) * 4
      for (let c = 0; c < 4; c++) data[to + c] = frame.palette[at + c] ?? (c === 3 ? 255 : 0)
    }
  }
  return { ...size, data }
}

/** In the order in which rows are stored: interlaced every 8th, those between, and so on. */
function* rowOrder({ height, interlaced }: Frame) {
  const passes = interlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ]
    : [[0, 1]]
  for (const [first = 0, step = 1] of passes) for (let y = first; y < height; y += step) yield y
}

function firstFrame(bytes: Uint8Array): Frame {
  if (!hasSignature(bytes)) throw new Error('Expected GIF87a or GIF89a')
  const data = dataView(bytes)
  const global = paletteAt(bytes, HEADER, data.getUint8(10))
  let at = HEADER + (global?.length ?? 0)
  let transparent = -1
  for (;;) {
    const kind = data.getUint8(at)
    if (kind === FRAME) return frameAt(bytes, at + 1, transparent, global)
    if (kind === END) throw new RangeError('Expected a frame before the end')
    if (kind !== EXTENSION) {
      // Some writers leave zeros between blocks.
      at++
      continue
    }
    if (data.getUint8(at + 1) === CONTROL)
      transparent = data.getUint8(at + 3) & 1 ? data.getUint8(at + 6) : -1
    at += 2
    for (let length = data.getUint8(at); length > 0; length = data.getUint8(at)) at += 1 + length
    at++
  }
}

function frameAt(bytes: Uint8Array, at: number, transparent: number, global?: Uint8Array): Frame {
  const [x, y, width, height] = [0, 2, 4, 6].map((i) =>
    dataView(bytes).getUint16(at + i, true),
  ) as [number, number, number, number]
  const flags = dataView(bytes).getUint8(at + 8)
  const local = paletteAt(bytes, at + 9, flags)
  const palette = rgbaPalette(local ?? global ?? grayPalette())
  if (transparent >= 0) palette.fill(0, transparent * 4, transparent * 4 + 4)
  const pixels = bytes.subarray(at + 9 + (local?.length ?? 0))
  return { ...rasterInfo(width, height), x, y, interlaced: (flags & 0x40) !== 0, palette, pixels }
}

/** RGB; undefined where the flags say that there is none. */
function paletteAt(bytes: Uint8Array, at: number, flags: number): Uint8Array | undefined {
  if (!(flags & 0x80)) return undefined
  const end = at + 3 * (2 << (flags & 7))
  requireBytes(bytes, end)
  return bytes.subarray(at, end)
}
