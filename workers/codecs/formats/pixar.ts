import { dataView } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo } from './shared/raster.ts'
import { sampledImage } from './shared/samples.ts'

/**
 * Pixar raster (.pxr, .picio). Little-endian: 80 e8 00 00 at 0, at 416 height, 418 width, 424 which channels
 * (8: R, 4: G, 2: B, 1: A), 426 how they are stored (2: dumped, 8 bit). The pixels begin at 1024, interleaved, rows
 * from the top. The run-length and 12-bit forms are refused.
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
  const head = info(bytes)
  const channels = channelsOf(dataView(bytes))
  const column = channels.length
  return sampledImage(bytes, head, {
    from: PIXELS_AT,
    row: head.width * column,
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
