import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { inflate, MAX_INFLATED } from '../../shared/inflate.ts'
import { rasterInfo, transparentPixels } from '../../shared/raster.ts'

/**
 * GD (.gd) and GD2 (.gd2) of the gd library. Big-endian.
 *
 * - GD: 0 0xffff (palette) or 0xfffe (true color), 2 width, 4 height.
 * - GD2: 0 `gd2` and 0, 4 version, 6 width, 8 height, 10 side of a chunk, 12 form (1, 3: raw; 2, 4: zlib; 3, 4: true color),
 *   14 chunks across, 16 chunks down.
 *
 * Then a byte that is 1 for true color, which is followed by the transparent color; else by the number of colors (16 bits),
 * the transparent index (32 bits, -1: none) and 256 RGBA colors. GD2 with zlib continues with offset and size of every chunk.
 * Pixels are indices or ARGB, rows from the top. Alpha is 0 (opaque) to 127.
 */
const PALETTE = 256 * 4
const KINDS = { palette: 0xffff, true: 0xfffe }
const MAX_ALPHA = 127
/** Offset and length of a chunk. */
const ENTRY = 8

interface Header {
  size: RasterInfo
  trueColor: boolean
  transparent: number
  /** RGBA as stored. */
  palette: Uint8Array
  /** Offset of the pixels or of the table of chunks. */
  from: number
  chunks?: Chunks
}

/** The chunks of GD2, row by row. Those of the last column and row are smaller. */
interface Chunks {
  side: number
  across: number
  down: number
  packed: boolean
}

function hasSignature(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 4) === 'gd2\0') return true
  const first = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const trueColor = first === KINDS.true
  return (trueColor || first === KINDS.palette) && bytes[6] === Number(trueColor)
}

export const info = (bytes: Uint8Array): RasterInfo => readHeader(bytes).size

export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const head = readHeader(bytes)
  const { width, height } = head.size
  const pixels = width * height * bytesOf(head)
  requireBytes(bytes, head.from + (head.chunks?.packed ? Math.ceil(pixels / MAX_INFLATED) : pixels))
  const data = transparentPixels(head.size)
  if (head.chunks) await drawChunks(data, bytes, head, head.chunks)
  else drawBox(data, head, bytes.subarray(head.from), { x: 0, y: 0, width, height })
  return { ...head.size, data }
}

async function drawChunks(
  data: Uint8ClampedArray,
  bytes: Uint8Array,
  head: Header,
  { side, across, down, packed }: Chunks,
) {
  const { width, height } = head.size
  if (across !== Math.ceil(width / side) || down !== Math.ceil(height / side)) {
    throw new Error(`Expected chunks of ${side} pixels but received ${across} x ${down} of them`)
  }
  let at = head.from
  if (packed) requireBytes(bytes, at + across * down * ENTRY)
  for (let i = 0; i < across * down; i++) {
    const [x, y] = [(i % across) * side, Math.floor(i / across) * side]
    const box = { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) }
    const length = box.width * box.height * bytesOf(head)
    const pixels = packed
      ? await inflate(chunkOf(bytes, head.from + i * ENTRY), length)
      : bytes.subarray(at, at + length)
    requireBytes(pixels, length)
    drawBox(data, head, pixels, box)
    at += length
  }
}

const bytesOf = ({ trueColor }: Header) => (trueColor ? 4 : 1)

function chunkOf(bytes: Uint8Array, entry: number) {
  const [offset, length] = [dataView(bytes).getUint32(entry), dataView(bytes).getUint32(entry + 4)]
  requireBytes(bytes, offset + length)
  return bytes.subarray(offset, offset + length)
}

function readHeader(bytes: Uint8Array): Header {
  if (!hasSignature(bytes)) throw new Error('Expected a GD or GD2 file')
  const data = dataView(bytes)
  const isGd2 = ascii(bytes, 0, 3) === 'gd2'
  const sizeAt = isGd2 ? 6 : 2
  const form = isGd2 ? data.getUint16(12) : 0
  const at = isGd2 ? 18 : 6
  const trueColor = data.getUint8(at) === 1
  const transparent = data.getUint32(at + (trueColor ? 1 : 3))
  const from = at + (trueColor ? 5 : 7 + PALETTE)
  const palette = trueColor ? new Uint8Array() : bytes.subarray(at + 7, from)
  const size = rasterInfo(
    data.getUint16(sizeAt),
    data.getUint16(sizeAt + 2),
    trueColor || hasTransparency(palette, transparent),
  )
  const head = { size, trueColor, transparent, palette, from }
  if (!isGd2) return head
  const side = data.getUint16(10)
  if (form < 1 || form > 4 || side < 1) {
    throw new Error(`Expected a form of 1 to 4 and chunks but received ${form} and ${side} pixels`)
  }
  const packed = form === 2 || form === 4
  return { ...head, chunks: { side, across: data.getUint16(14), down: data.getUint16(16), packed } }
}

const hasTransparency = (palette: Uint8Array, transparent: number) =>
  transparent < 256 || palette.some((alpha, i) => i % 4 === 3 && alpha > 0)

type Box = { x: number; y: number; width: number; height: number }

function drawBox(data: Uint8ClampedArray, head: Header, pixels: Uint8Array, box: Box) {
  for (let y = 0, from = 0; y < box.height; y++) {
    let to = ((box.y + y) * head.size.width + box.x) * 4
    for (let x = 0; x < box.width; x++, to += 4, from += bytesOf(head))
      drawPixel(data, to, head, pixels, from)
  }
}

function drawPixel(
  data: Uint8ClampedArray,
  to: number,
  head: Header,
  pixels: Uint8Array,
  from: number,
) {
  const { trueColor, transparent } = head
  const index = pixels[from] as number
  const source = trueColor ? pixels : head.palette
  const at = trueColor ? from + 1 : index * 4
  for (let c = 0; c < 3; c++) data[to + c] = source[at + c] ?? 0
  const alpha = trueColor ? index : (source[at + 3] ?? 0)
  const value = trueColor ? dataView(pixels).getUint32(from) : index
  data[to + 3] = value === transparent ? 0 : 255 - (Math.min(alpha, MAX_ALPHA) * 255) / MAX_ALPHA
}
