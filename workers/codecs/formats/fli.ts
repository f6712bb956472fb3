import { dataView } from '../binary/bytes.ts'
import { drawChunk, type FliFrame } from './fli-chunks.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { grayPalette, indexedImage, pixelCount, rasterInfo, rgbaPalette } from './shared/raster.ts'

/**
 * Autodesk FLI and FLC, the first frame. Little-endian: a header of 128 bytes with 0xaf11 (FLI) or 0xaf12 (FLC) at 4, 8
 * width, 10 height. Then chunks of length (32 bits), kind (16 bits) and body: 0xf1fa is a frame, whose body is the count
 * of its own chunks and eight bytes more; others (0xf100 before the first frame) are passed over. A frame's chunks
 * are a palette, or draw on what was there: index 0 all over at first.
 */
const HEADER = 128
const KINDS = [0xaf11, 0xaf12]
const FRAME = 0xf1fa
const CHUNK = 6
const FRAME_HEADER = 16

export function info(bytes: Uint8Array): RasterInfo {
  const data = dataView(bytes)
  const kind = data.getUint16(4, true)
  if (!KINDS.includes(kind))
    throw new Error(`Expected FLI or FLC but received ${kind.toString(16)}`)
  return rasterInfo(data.getUint16(8, true), data.getUint16(10, true))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  const frame = firstFrame(bytes)
  const screen: FliFrame = {
    ...head,
    pixels: new Uint8Array(pixelCount(head)),
    palette: grayPalette(),
  }
  const count = dataView(frame).getUint16(CHUNK, true)
  let at = FRAME_HEADER
  for (let i = 0; i < count; i++) {
    const { kind, length } = chunkAt(frame, at)
    drawChunk(screen, kind, frame.subarray(at + CHUNK, at + length))
    at += length
  }
  const { width, pixels, palette } = screen
  return indexedImage(head, rgbaPalette(palette), (x, y) => pixels[y * width + x] as number)
}

function firstFrame(bytes: Uint8Array): Uint8Array {
  let at = HEADER
  for (;;) {
    const { kind, length } = chunkAt(bytes, at)
    if (kind === FRAME) return bytes.subarray(at, at + length)
    at += length
  }
}

/** Throws where a chunk is shorter than its own head. One may say to end behind the file: its reader finds out. */
function chunkAt(bytes: Uint8Array, at: number) {
  const length = dataView(bytes).getUint32(at, true)
  if (length < CHUNK) throw new Error(`Expected a chunk of at least 6 bytes but received ${length}`)
  return { length, kind: dataView(bytes).getUint16(at + 4, true) }
}
