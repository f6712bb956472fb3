import { type BlockFormat, decodeBlocks } from '../../shared/block-compression/bcn.ts'
import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'

/**
 * Texture of Blizzard's games; the largest mipmap is decoded. Little-endian.
 *
 * - `BLP1`: 4 compression (0: JPEG, 1: direct), 8 bits of alpha, 12 width, 16 height, 20 encoding, 28 offsets of 16 mipmaps
 *   and then their sizes.
 * - `BLP2`: 4 compression, 8 encoding (1: palette, 2: BC1 to BC3, 3: BGRA), 9 bits of alpha, 10 kind of blocks (0: BC1,
 *   1: BC2, 7: BC3), 12 width, 16 height, 20 offsets and sizes of the mipmaps.
 *
 * Then a palette of 256 BGRA colors. The indices of a mipmap are followed by its alpha of 1, 4 or 8 bits a pixel; if the file
 * has no room for that, alpha is in the palette. With JPEG compression, the palette is replaced by the size of a header and
 * the header, which all mipmaps share; the channels of the JPEG are blue, green, red and alpha.
 */
const COLORS = 1024
const MIPMAPS = 16 * 4 * 2

const ALPHA_BITS = [1, 4, 8]

const COMPRESSION = { jpeg: 0, direct: 1 }
const ENCODING = { palette: 1, blocks: 2, raw: 3 }
const blocks: Record<number, BlockFormat> = { 0: 'bc1', 1: 'bc2', 7: 'bc3' }

interface Header {
  width: number
  height: number
  compression: number
  encoding: number
  alphaBits: number
  alphaKind: number
  /** Offset of the palette, or of the size of the shared JPEG header. */
  palette: number
  /** Offsets of the first byte of the largest mipmap and of the one after its last. */
  start: number
  end: number
}

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, compression, alphaBits } = readHeader(bytes)
  return { width, height, alpha: compression !== COMPRESSION.jpeg && alphaBits > 0 }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const header = readHeader(bytes)
  const { width, height, compression } = header
  if (compression === COMPRESSION.jpeg) throw new Error('a BLP file with a JPEG file inside')
  if (compression !== COMPRESSION.direct) {
    throw new Error(`a BLP file of the compression ${compression}`)
  }
  return { width, height, alpha: header.alphaBits > 0, data: pixels(bytes, header) }
}

/**
 * The JPEG file inside, or undefined. Decode it and pass the result to `imageFromJpeg`.
 * @throws RangeError if it is cut off.
 */
export function embeddedJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { compression, palette, start, end } = readHeader(bytes)
  if (compression !== COMPRESSION.jpeg) return undefined
  const head = palette + 4
  const size = dataView(bytes).getUint32(palette, true)
  requireBytes(bytes, Math.max(head + size, end))
  const file = new Uint8Array(size + end - start)
  file.set(bytes.subarray(head, head + size))
  file.set(bytes.subarray(start, end), size)
  return file
}

/**
 * Makes the texture of its decoded JPEG file, by swapping red and blue. If the width of the frame differs, its pixels are
 * taken in order regardless of rows. Browsers take four channels for CMYK and multiply colors by the fourth: alpha is
 * lost, and transparent pixels are black.
 */
export function imageFromJpeg(
  bytes: Uint8Array,
  frame: { width: number; height: number; data: Uint8ClampedArray },
): DecodedImage {
  const { width, height, alpha } = info(bytes)
  const length = width * height * 4
  if (frame.data.length < length) {
    const sizes = `${frame.width} x ${frame.height} in an image of ${width} x ${height}`
    throw new Error(`a JPEG file of ${sizes}`)
  }
  const data = new Uint8ClampedArray(frame.data.subarray(0, length))
  for (let i = 0; i < length; i += 4) {
    const [blue, red] = [data[i], data[i + 2]] as [number, number]
    data[i] = red
    data[i + 2] = blue
  }
  return { width, height, alpha, data }
}

function readHeader(bytes: Uint8Array): Header {
  const magic = ascii(bytes, 0, 4)
  if (magic !== 'BLP1' && magic !== 'BLP2') throw new Error('a BLP file of an unknown version')
  const data = dataView(bytes)
  const first = magic === 'BLP1'
  const mipmaps = first ? 28 : 20
  const palette = mipmaps + MIPMAPS
  const compression = data.getUint32(4, true)
  // Some writers of BLP1 give an offset inside the palette, and mean the byte after it.
  const minimum = compression === COMPRESSION.direct ? palette + COLORS : palette
  const start = Math.max(minimum, data.getUint32(mipmaps, true))
  return {
    ...rasterInfo(data.getUint32(12, true), data.getUint32(16, true)),
    compression,
    encoding: first ? ENCODING.palette : data.getUint8(8),
    alphaBits: first ? data.getUint32(8, true) : data.getUint8(9),
    alphaKind: first ? 0 : data.getUint8(10),
    palette,
    start,
    end: start + data.getUint32(mipmaps + MIPMAPS / 2, true),
  }
}

function pixels(bytes: Uint8Array, header: Header) {
  const { width, height, encoding, alphaBits, alphaKind, start } = header
  if (encoding === ENCODING.palette) return indexed(bytes, header)
  if (encoding === ENCODING.raw) return raw(bytes, header)
  const block = blocks[alphaKind]
  if (encoding !== ENCODING.blocks || !block) {
    throw new Error(`a BLP file of the encoding ${encoding} with alpha of the kind ${alphaKind}`)
  }
  const data = decodeBlocks(bytes, start, width, height, block)
  if (alphaBits === 0) for (let i = 3; i < data.length; i += 4) data[i] = 255
  return data
}

function raw(bytes: Uint8Array, { width, height, alphaBits, start }: Header) {
  requireBytes(bytes, start + width * height * 4)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < data.length; i += 4) bgra(bytes, start + i, data, i, alphaBits > 0)
  return data
}

function indexed(bytes: Uint8Array, header: Header) {
  const { width, height, alphaBits, palette, start, end } = header
  const count = width * height
  requireBytes(bytes, Math.max(palette + COLORS, start + count))
  const mask = start + count
  const room = mask + Math.ceil((count * alphaBits) / 8) <= Math.min(end, bytes.length)
  const hasMask = room && ALPHA_BITS.includes(alphaBits)
  const data = new Uint8ClampedArray(count * 4)
  for (let i = 0; i < count; i++) {
    const color = palette + (bytes[start + i] as number) * 4
    bgra(bytes, color, data, i * 4, alphaBits > 0)
    if (hasMask) data[i * 4 + 3] = alphaOf(bytes, mask, i, alphaBits)
  }
  return data
}

/** Reads alpha of 1, 4 or 8 bits, the first pixel in the lowest bits of a byte. */
function alphaOf(bytes: Uint8Array, mask: number, i: number, bits: number) {
  const at = i * bits
  const byte = bytes[mask + Math.floor(at / 8)] as number
  const most = 2 ** bits - 1
  return (((byte >> (at % 8)) & most) * 255) / most
}

function bgra(from: Uint8Array, at: number, to: Uint8ClampedArray, i: number, alpha: boolean) {
  to[i] = from[at + 2] as number
  to[i + 1] = from[at + 1] as number
  to[i + 2] = from[at] as number
  to[i + 3] = alpha ? (from[at + 3] as number) : 255
}
