import { bitAt } from '../../shared/bits.ts'
import { requireBytes } from '../../shared/bytes.ts'
import { naiveCmykToRgb, ycbcrToRgb } from '../../shared/color-models.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { grayImage } from '../../shared/raster.ts'
import { type SampleType, sampledImage, sampleTypes } from '../../shared/samples.ts'

/** How the pixels of an "Image type" are stored, bottom-up. */
export interface ImType {
  alpha: boolean
  /** Whether gray is an index if the file has a palette. */
  indexed: boolean
  decode(bytes: Uint8Array, info: RasterInfo, from: number): DecodedImage
}

const uint8 = sampleTypes.uint8

/** Rows of `row` bytes per pixel of width, whose channels are at the offsets of `channelsOf`. */
const rows = (
  row: number,
  column: number,
  channelsOf: (info: RasterInfo) => readonly number[],
  samples: SampleType = uint8,
): ImType => ({
  alpha: [2, 4].includes(channelsOf({ width: 1, height: 1, alpha: false }).length),
  indexed: false,
  decode: (bytes, info, from) => {
    const stride = info.width * row
    const layout = {
      from: from + (info.height - 1) * stride,
      row: -stride,
      column,
      channels: channelsOf(info),
    }
    return sampledImage(bytes, info, layout, samples)
  },
})

const gray = (samples: SampleType): ImType => ({
  ...rows(samples.bytes, samples.bytes, () => [0], samples),
  indexed: samples.bytes === 1,
})

/** Line-interleaved: each line has a row of every component, `stored` of them, of which `shown` are decoded. */
const byLine = (shown: number, stored = shown): ImType => ({
  ...rows(stored, 1, ({ width }) => Array.from({ length: shown }, (_, i) => i * width)),
  indexed: shown < 3,
})

const byPixel = rows(3, 3, () => [0, 1, 2])

/** Planes of green, red and blue. */
const planes = rows(1, 1, ({ width, height }) => [width * height, 0, 2 * width * height])

/** 1 bit per pixel, 1 is white, rows of whole bytes. */
const bits: ImType = {
  alpha: false,
  indexed: false,
  decode: (bytes, info, from) => {
    const row = Math.ceil(info.width / 8)
    requireBytes(bytes, from + row * info.height)
    const last = from + (info.height - 1) * row
    return grayImage(info, (x, y) => 255 * bitAt(bytes, last - y * row, x))
  },
}

/** Three or four line-interleaved components, which `convert` makes RGB in place. */
const converted = (
  components: number,
  convert: (data: Uint8ClampedArray, at: number) => void,
): ImType => ({
  alpha: false,
  indexed: false,
  decode: (bytes, info, from) => {
    const image = byLine(components).decode(bytes, info, from)
    for (let at = 0; at < image.data.length; at += 4) convert(image.data, at)
    return image
  },
})

function fromCmyk(data: Uint8ClampedArray, at: number) {
  naiveCmykToRgb(data, at, data, at)
  data[at + 3] = 255
}

const fromYcc = (data: Uint8ClampedArray, at: number) => ycbcrToRgb(data, at, data, at)

const numbers: Record<string, SampleType> = {
  '8': uint8,
  '8S': { bytes: 1, level: (data, at) => data.getInt8(at) },
  '16': sampleTypes.uint16(true),
  '16L': sampleTypes.uint16(true),
  '16B': sampleTypes.uint16(),
  '16S': sampleTypes.int16(true),
  '32S': sampleTypes.int32(true),
  '32F': sampleTypes.float32(true),
}

/** By "Image type", without the final word "image". */
export const imTypes: Record<string, ImType> = {
  '0 1': bits,
  'L 1': bits,
  B1: bits,
  Greyscale: gray(uint8),
  Grayscale: gray(uint8),
  RGB: byLine(3),
  RGB3: planes,
  RGBX: byLine(3, 4),
  RGBA: byLine(4),
  LA: byLine(2),
  PA: byLine(2),
  CMYK: converted(4, fromCmyk),
  YCC: converted(3, fromYcc),
  'X 24': byPixel,
  'L 32 S': gray(sampleTypes.int32(true)),
  'L 32 F': gray(sampleTypes.float32(true)),
  ...Object.fromEntries(
    Object.entries(numbers).flatMap(([name, samples]) => [
      [`L ${name}`, gray(samples)],
      [`L*${name}`, gray(samples)],
    ]),
  ),
}
