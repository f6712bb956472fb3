import { dataView, requireBytes } from '../binary/bytes.ts'
import { quake2Palette } from './quake2-palette.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { indexedImage, rasterInfo, rgbaPalette } from './shared/raster.ts'

/**
 * Quake 2 texture (.wal). No magic. Little-endian: a name of 32 bytes, at 32 width, 36 height, 40 the offsets of the
 * image and of three smaller ones (each of half the sides), a name of 32 bytes at 56. A byte a pixel in the palette of
 * the game, rows from the top.
 */
const HEADER = 100
const LEVELS = 4

export function info(bytes: Uint8Array): RasterInfo {
  requireBytes(bytes, HEADER)
  const { width, height } = readHeader(bytes)
  return rasterInfo(width, height)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  const from = readHeader(bytes).offsets[0] ?? HEADER
  requireBytes(bytes, from + head.width * head.height)
  return indexedImage(
    head,
    rgbaPalette(quake2Palette()),
    (x, y) => bytes[from + y * head.width + x] as number,
  )
}

function readHeader(bytes: Uint8Array) {
  const data = dataView(bytes)
  const offsets = Array.from({ length: LEVELS }, (_, i) => data.getUint32(40 + i * 4, true))
  return { width: data.getUint32(32, true), height: data.getUint32(36, true), offsets }
}
