import { ascii, dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { sampledImage } from '../../shared/samples.ts'

/**
 * GIMP brush (.gbr), versions 1 and 2. Big-endian: 0 size of the header (which ends with the name), 4 version, 8 width,
 * 12 height, 16 bytes per pixel (1: gray, 4: RGBA, straight alpha); version 2 adds 20 `GIMP` and 24 spacing. Then the pixels,
 * rows from the top.
 */
const MAGIC_AT = 20

export function info(bytes: Uint8Array): RasterInfo {
  const [, version, width, height, depth] = words(bytes)
  if (version !== 1 && ascii(bytes, MAGIC_AT, 4) !== 'GIMP')
    throw new Error('Expected a GIMP brush')
  if (depth !== 1 && depth !== 4) {
    throw new Error(`Expected a brush of 1 or 4 bytes a pixel but received ${depth}`)
  }
  return rasterInfo(width, height, depth === 4)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { width, ...rest } = info(bytes)
  const [from, , , , depth] = words(bytes)
  const channels = depth === 4 ? [0, 1, 2, 3] : [0]
  const layout = { from, row: width * depth, column: depth, channels }
  return sampledImage(bytes, { width, ...rest }, layout)
}

function words(bytes: Uint8Array) {
  const data = dataView(bytes)
  const at = (i: number) => data.getUint32(i * 4)
  return [at(0), at(1), at(2), at(3), at(4)] as const
}
