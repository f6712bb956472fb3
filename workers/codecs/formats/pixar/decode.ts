import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { sampledImage } from '../../shared/samples.ts'

/**
 * Pixar raster (.pxr, .picio). Little-endian: 0 80 e8 00 00, 416 height, 418 width, 424 channels (bits 8: R, 4: G, 2: B, 1: A),
 * 426 storage (2: 8 bits, uncompressed), 1024 pixels, interleaved, rows from the top. Run-length and 12-bit storage are refused.
 */
const PIXELS_AT = 1024
const DUMPED_8 = 2
const CHANNELS: Record<number, readonly number[]> = { 8: [0], 14: [0, 1, 2], 15: [0, 1, 2, 3] }

export function info(bytes: Uint8Array): RasterInfo {
  const data = dataView(bytes)
  return rasterInfo(
    data.getUint16(418, true),
    data.getUint16(416, true),
    channelsOf(data).length === 4,
  )
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const channels = channelsOf(dataView(bytes))
  const column = channels.length
  return sampledImage(bytes, size, {
    from: PIXELS_AT,
    row: size.width * column,
    column,
    channels,
  })
}

function channelsOf(data: DataView) {
  const [which, storage] = [data.getUint16(424, true), data.getUint16(426, true)]
  const channels = CHANNELS[which]
  if (channels && storage === DUMPED_8) return channels
  throw new Error(
    `Expected 8-bit pixels as dumped but received channels ${which}, storage ${storage}`,
  )
}
