import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import {
  grayPalette,
  indexedImage,
  pixelCount,
  rasterInfo,
  rgbaPalette,
} from '../../shared/raster.ts'
import { drawChunk, type FliFrame } from './chunks.ts'

/**
 * Autodesk FLI and FLC; the first frame is decoded. Little-endian: 4 magic (0xaf11 FLI, 0xaf12 FLC), 8 width, 10 height,
 * 128 chunks of size (32 bits), type (16 bits) and body. A chunk 0xf1fa is a frame: number of chunks, 8 unused bytes, chunks;
 * others, such as 0xf100 before the first frame, are skipped. All pixels start as index 0.
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
  const size = info(bytes)
  const frame = firstFrame(bytes)
  const screen: FliFrame = {
    ...size,
    pixels: new Uint8Array(pixelCount(size)),
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
  return indexedImage(size, rgbaPalette(palette), (x, y) => pixels[y * width + x] as number)
}

function firstFrame(bytes: Uint8Array): Uint8Array {
  let at = HEADER
  for (;;) {
    const { kind, length } = chunkAt(bytes, at)
    if (kind === FRAME) return bytes.subarray(at, at + length)
    at += length
  }
}

/** Throws an Error if the size of a chunk is too small. Whether it is too large is found when its body is read. */
function chunkAt(bytes: Uint8Array, at: number) {
  const length = dataView(bytes).getUint32(at, true)
  if (length < CHUNK) throw new Error(`Expected a chunk of at least 6 bytes but received ${length}`)
  return { length, kind: dataView(bytes).getUint16(at + 4, true) }
}
