import { bitAt } from '../binary/bits.ts'
import { dataView, requireBytes } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { grayImage, transparentPixels } from './shared/raster.ts'
import { type SampleType, sampledImage, sampleTypes } from './shared/samples.ts'

/** What a letter of Netpbm stands for. */
export interface NetpbmFormat {
  /** Gray, gray and alpha, RGB, RGBA; those beyond are passed over. */
  channels: number
  /** 1: of a bitmap, where 1 is black. */
  bits: number
  /** Numbers in decimal. */
  plain: boolean
  float: boolean
}

const kind = (channels: number, bits: number, form?: 'plain' | 'float'): NetpbmFormat => ({
  channels,
  bits,
  plain: form === 'plain',
  float: form === 'float',
})

export const netpbmFormats: Record<string, NetpbmFormat> = {
  '1': kind(1, 1, 'plain'),
  '2': kind(1, 8, 'plain'),
  '3': kind(3, 8, 'plain'),
  '4': kind(1, 1),
  '5': kind(1, 8),
  '6': kind(3, 8),
  f: kind(1, 32, 'float'),
  F: kind(3, 32, 'float'),
}

/** The samples as bytes. `most` is the largest value; of floats it is below 0 where they are little-endian. */
export function rawImage(
  bytes: Uint8Array,
  size: RasterInfo,
  { channels, bits, float }: NetpbmFormat,
  most: number,
): DecodedImage {
  const { width, height } = size
  if (bits === 1) {
    const row = Math.ceil(width / 8)
    requireBytes(bytes, row * height)
    return grayImage(size, (x, y) => 255 * (1 - bitAt(bytes, y * row, x)))
  }
  const samples = float ? floats(bytes, size, channels, most < 0) : integers(most)
  const column = channels * samples.bytes
  const row = column * width
  const shown = Array.from({ length: Math.min(channels, 4) }, (_, c) => c * samples.bytes)
  const layout = float ? { from: (height - 1) * row, row: -row } : { from: 0, row }
  return sampledImage(bytes, size, { ...layout, column, channels: shown }, samples)
}

const integers = (most: number): SampleType =>
  most > 255
    ? { bytes: 2, level: (data, at) => (data.getUint16(at) * 255) / most }
    : { bytes: 1, level: (data, at) => (data.getUint8(at) * 255) / most }

/** Floats are levels of 0 to 255 in some files and of 0 to 1 in others: the latter where none is above 1. */
function floats(
  bytes: Uint8Array,
  { width, height }: RasterInfo,
  channels: number,
  little: boolean,
): SampleType {
  const { bytes: size, level } = sampleTypes.float32(little)
  const end = width * height * channels * size
  requireBytes(bytes, end)
  const data = dataView(bytes)
  let highest = 0
  for (let at = 0; at < end; at += size) highest = Math.max(highest, level(data, at) || 0)
  return highest > 1
    ? { bytes: size, level }
    : { bytes: size, level: (d, at) => level(d, at) * 255 }
}

const [SPACE, HASH, ZERO, NINE] = [0x20, 0x23, 0x30, 0x39]
const LINE_ENDS = [0x0a, 0x0d]

/** The samples as numbers in decimal; those of a bitmap need no white space between them. */
export function plainImage(
  bytes: Uint8Array,
  size: RasterInfo,
  { channels, bits }: NetpbmFormat,
  most: number,
): DecodedImage {
  const count = size.width * size.height * channels
  // Each number is a digit and, but for the last and those of a bitmap, a space.
  requireBytes(bytes, bits === 1 ? count : count * 2 - 1)
  const data = transparentPixels(size)
  const next = numbers(bytes, bits === 1 ? 1 : 10)
  for (let to = 0; to < data.length; to += 4) {
    for (let c = 0; c < channels; c++) data[to + c] = levelOf(next(), bits, most)
    if (channels === 1) data.fill(data[to] as number, to, to + 3)
    data[to + 3] = 255
  }
  return { ...size, data }
}

function levelOf(value: number, bits: number, most: number): number {
  if (value > most) throw new Error(`Expected at most ${most} but received ${value}`)
  return bits === 1 ? 255 * (1 - value) : (value * 255) / most
}

/** Reads one number after the other, each of at most so many digits. */
function numbers(bytes: Uint8Array, digits: number) {
  let at = 0
  const skip = () => {
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (byte === HASH) while (at < bytes.length && !LINE_ENDS.includes(bytes[at] as number)) at++
      else if (byte > SPACE) return
    }
  }
  return () => {
    skip()
    const from = at
    let value = 0
    for (
      let byte = bytes[at];
      byte !== undefined && byte >= ZERO && byte <= NINE;
      byte = bytes[at]
    ) {
      if (at - from === digits) break
      value = value * 10 + byte - ZERO
      at++
    }
    if (at > from) return value
    if (at < bytes.length) throw new Error(`Expected a number but received byte ${bytes[at]}`)
    throw new RangeError('Expected more numbers')
  }
}
