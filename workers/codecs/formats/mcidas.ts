import { dataView } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo } from './shared/raster.ts'
import { type SampleType, sampledImage, sampleTypes } from './shared/samples.ts'

/**
 * McIDAS area (.ara). A directory of 64 words of 32 bits in either byte order, counted from 1: word 1 is 0, word 2 the
 * version 4, 9 lines, 10 elements a line, 11 bytes an element (1, 2, 4), 14 bands (interleaved by element; the first
 * is shown), 15 length of a line's prefix, 34 where the data begins.
 */
const VERSION = 4

export function info(bytes: Uint8Array): RasterInfo {
  const word = directory(bytes)
  return rasterInfo(word(10), word(9))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  const word = directory(bytes)
  const little = byteOrder(bytes) ?? false
  const [size, bands, prefix] = [word(11), Math.max(1, word(14)), word(15)]
  const samples: Record<number, SampleType> = {
    1: sampleTypes.uint8,
    2: sampleTypes.uint16(little),
    4: sampleTypes.int32(little),
  }
  const samplesOf = samples[size]
  if (!samplesOf) throw new Error(`Expected elements of 1, 2 or 4 bytes but received ${size}`)
  if (prefix < 0)
    throw new RangeError(`Expected a prefix of 0 bytes or more but received ${prefix}`)
  const column = size * bands
  const row = prefix + head.width * column
  return sampledImage(
    bytes,
    head,
    { from: word(34) + prefix, row, column, channels: [0] },
    samplesOf,
  )
}

/** Whether it is little-endian; undefined where it is no area. */
function byteOrder(bytes: Uint8Array): boolean | undefined {
  return [false, true].find((little) => dataView(bytes).getUint32(4, little) === VERSION)
}

function directory(bytes: Uint8Array) {
  const little = byteOrder(bytes)
  if (little === undefined) throw new Error('Expected a McIDAS area of version 4')
  return (word: number) => dataView(bytes).getInt32((word - 1) * 4, little)
}
