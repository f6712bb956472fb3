import { dataView, requireBytes } from './bytes.ts'
import type { DecodedImage, RasterInfo } from './decoder.ts'
import { transparentPixels } from './raster.ts'

/** How to read a sample as a level of 0 to 255. */
export interface SampleType {
  bytes: number
  level: (data: DataView, at: number) => number
}

const LEVELS_16 = 257

/** Common sample types. Floats are levels already; integers of more than 8 bits range from 0 to 65535. */
export const sampleTypes = {
  uint8: { bytes: 1, level: (data, at) => data.getUint8(at) },
  uint16: (little = false) => ({
    bytes: 2,
    level: (data, at) => data.getUint16(at, little) / LEVELS_16,
  }),
  int16: (little = false) => ({
    bytes: 2,
    level: (data, at) => data.getInt16(at, little) / LEVELS_16,
  }),
  int32: (little = false) => ({
    bytes: 4,
    level: (data, at) => data.getInt32(at, little) / LEVELS_16,
  }),
  float32: (little = false) => ({ bytes: 4, level: (data, at) => data.getFloat32(at, little) }),
} satisfies Record<string, SampleType | ((little?: boolean) => SampleType)>

/** Where the samples of an image are stored: offsets and distances in bytes. */
export interface SampleLayout {
  /** Offset of the upper left pixel. */
  from: number
  /** Distance to the row below; negative if rows are stored bottom-up. */
  row: number
  /** Distance to the next pixel of a row. */
  column: number
  /** Offsets of the channels within a pixel: gray, gray and alpha, RGB, or RGBA. */
  channels: readonly number[]
}

/** Decodes uncompressed samples of whole bytes, interleaved or in planes. Throws a RangeError if some are missing. */
export function sampledImage(
  bytes: Uint8Array,
  info: RasterInfo,
  layout: SampleLayout,
  { bytes: size, level }: SampleType = sampleTypes.uint8,
): DecodedImage {
  const { width, height } = info
  const { from, row, column, channels } = layout
  const ends = [from, from + (height - 1) * row]
  if (Math.min(...ends) < 0) throw new RangeError('Expected rows within the file')
  requireBytes(bytes, Math.max(...ends) + (width - 1) * column + Math.max(...channels) + size)
  const data = transparentPixels(info)
  const source = dataView(bytes)
  const [r = 0, g = r, b = r, a] = channels.length === 2 ? twice(channels) : channels
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const at = from + y * row + x * column
      data[to] = level(source, at + r)
      data[to + 1] = level(source, at + g)
      data[to + 2] = level(source, at + b)
      data[to + 3] = a === undefined ? 255 : level(source, at + a)
    }
  }
  return { ...info, data }
}

const twice = ([gray = 0, alpha = 0]: readonly number[]) => [gray, gray, gray, alpha]
