import { dataView } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { type SampleType, sampledImage, sampleTypes } from '../../shared/samples.ts'

/**
 * McIDAS area (.ara). A directory of 64 words of 32 bits in either byte order, here counted from 1: 1 zero, 2 version (4),
 * 9 lines, 10 elements per line, 11 bytes per element (1, 2, 4), 14 bands (interleaved by element; the first is shown),
 * 15 size of the prefix of a line, 34 offset of the data.
 */
const VERSION = 4

export function info(bytes: Uint8Array): RasterInfo {
  const word = directory(bytes)
  return rasterInfo(word(10), word(9))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const word = directory(bytes)
  const little = byteOrder(bytes) ?? false
  const [bytesPerSample, bands, prefix] = [word(11), Math.max(1, word(14)), word(15)]
  const samples: Record<number, SampleType> = {
    1: sampleTypes.uint8,
    2: sampleTypes.uint16(little),
    4: sampleTypes.int32(little),
  }
  const sampleType = samples[bytesPerSample]
  if (!sampleType)
    throw new Error(`Expected elements of 1, 2 or 4 bytes but received ${bytesPerSample}`)
  if (prefix < 0)
    throw new RangeError(`Expected a prefix of 0 bytes or more but received ${prefix}`)
  const column = bytesPerSample * bands
  const row = prefix + size.width * column
  return sampledImage(
    bytes,
    size,
    { from: word(34) + prefix, row, column, channels: [0] },
    sampleType,
  )
}

/** Whether the file is little-endian; undefined if it is no area. */
function byteOrder(bytes: Uint8Array): boolean | undefined {
  return [false, true].find((little) => dataView(bytes).getUint32(4, little) === VERSION)
}

function directory(bytes: Uint8Array) {
  const little = byteOrder(bytes)
  if (little === undefined) throw new Error('Expected a McIDAS area of version 4')
  return (word: number) => dataView(bytes).getInt32((word - 1) * 4, little)
}
