import { dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { indexedImage, rasterInfo, rgbaPalette } from '../../shared/raster.ts'
import { quake2Palette } from './quake2-palette.ts'

/**
 * Quake 2 texture (.wal). No signature. Little-endian: 0 name (32 bytes), 32 width, 36 height, 40 offsets of the image and of
 * three mipmaps, 56 name of the next frame (32 bytes). Pixels are a byte each in the palette of the game, rows from the top.
 */
const HEADER = 100
const LEVELS = 4

export function info(bytes: Uint8Array): RasterInfo {
  requireBytes(bytes, HEADER)
  const { width, height } = readHeader(bytes)
  return rasterInfo(width, height)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const from = readHeader(bytes).offsets[0] ?? HEADER
  requireBytes(bytes, from + size.width * size.height)
  return indexedImage(
    size,
    rgbaPalette(quake2Palette()),
    (x, y) => bytes[from + y * size.width + x] as number,
  )
}

function readHeader(bytes: Uint8Array) {
  const data = dataView(bytes)
  const offsets = Array.from({ length: LEVELS }, (_, i) => data.getUint32(40 + i * 4, true))
  return { width: data.getUint32(32, true), height: data.getUint32(36, true), offsets }
}
