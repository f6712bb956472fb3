import { ascii, dataView, requireBytes } from '../binary/bytes.ts'
import { decodeBlocks } from './block-compression/bcn.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { opaqueBlack, rasterInfo } from './shared/raster.ts'

/**
 * A texture of Independence War 2, compressed (.ftc) or not (.ftu). Little-endian: `FTEX`, a version, at 8 the
 * width, at 12 the height, at 16 the number of mipmaps, at 20 the number of formats; then for each format its
 * kind (0: BC1, 1: RGB of 24 bits) and the offset of its mipmaps. There, the bytes of the largest, and its
 * pixels, rows from the top. The first format is read.
 */
const KIND = { bc1: 0, rgb: 1 }

export function info(bytes: Uint8Array): RasterInfo {
  if (ascii(bytes, 0, 4) !== 'FTEX') throw new Error('an FTEX file without its first four letters')
  const data = dataView(bytes)
  const size = rasterInfo(data.getUint32(8, true), data.getUint32(12, true))
  return { ...size, alpha: data.getUint32(24, true) === KIND.bc1 }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { width, height, alpha } = info(bytes)
  const data = dataView(bytes)
  const kind = data.getUint32(24, true)
  const start = data.getUint32(28, true) + 4
  if (kind === KIND.bc1) {
    return { width, height, alpha, data: decodeBlocks(bytes, start, width, height, 'bc1') }
  }
  if (kind !== KIND.rgb) throw new Error(`an FTEX file of the format ${kind}`)
  requireBytes(bytes, start + width * height * 3)
  const pixels = opaqueBlack(width, height)
  for (let i = 0, from = start; i < pixels.length; i += 4, from += 3) {
    pixels.set(bytes.subarray(from, from + 3), i)
  }
  return { width, height, alpha, data: pixels }
}
