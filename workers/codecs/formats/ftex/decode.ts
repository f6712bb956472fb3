import { decodeBlocks } from '../../shared/block-compression/bcn.ts'
import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { opaqueBlack, rasterInfo } from '../../shared/raster.ts'

/**
 * Texture of Independence War 2, compressed (.ftc) or not (.ftu); the first format is decoded. Little-endian: 0 `FTEX`,
 * 4 version, 8 width, 12 height, 16 number of mipmaps, 20 number of formats, 24 for each format its kind (0: BC1, 1: RGB of 24
 * bits) and the offset of its mipmaps: the size of the largest, then its pixels, rows from the top.
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
