import type { Decoded, Facts } from './format.ts'
import { bitAt, greyImage, need, type Sample, sample, sampledImage } from './raster.ts'

/** How the pixels of one "Image type" are stored, rows from the bottom. */
export interface Kind {
  alpha: boolean
  /** Whether grey is an index where there is a palette. */
  indexed: boolean
  decode(bytes: Uint8Array, facts: Facts, from: number): Decoded
}

const uint8 = sample.uint8

/** Rows of `row` bytes for every pixel of width; the channels stand as `channelsOf` says. */
const rows = (
  row: number,
  column: number,
  channelsOf: (facts: Facts) => readonly number[],
  samples: Sample = uint8,
): Kind => ({
  alpha: [2, 4].includes(channelsOf({ width: 1, height: 1, alpha: false }).length),
  indexed: false,
  decode: (bytes, facts, from) => {
    const stride = facts.width * row
    const layout = {
      from: from + (facts.height - 1) * stride,
      row: -stride,
      column,
      channels: channelsOf(facts),
    }
    return sampledImage(bytes, facts, layout, samples)
  },
})

const grey = (samples: Sample): Kind => ({
  ...rows(samples.bytes, samples.bytes, () => [0], samples),
  indexed: samples.bytes === 1,
})

/** Each line holds one row of every component, `stored` of them, of which `shown` are read. */
const byLine = (shown: number, stored = shown): Kind => ({
  ...rows(stored, 1, ({ width }) => Array.from({ length: shown }, (_, i) => i * width)),
  indexed: shown < 3,
})

const byPixel = rows(3, 3, () => [0, 1, 2])

/** Planes of green, red and blue. */
const planes = rows(1, 1, ({ width, height }) => [width * height, 0, 2 * width * height])

/** A bit a pixel, 1 is white, rows in whole bytes. */
const bits: Kind = {
  alpha: false,
  indexed: false,
  decode: (bytes, facts, from) => {
    const row = Math.ceil(facts.width / 8)
    need(bytes, from + row * facts.height)
    const last = from + (facts.height - 1) * row
    return greyImage(facts, (x, y) => 255 * bitAt(bytes, last - y * row, x))
  },
}

/** Three or four components by line, which become RGB by `convert`, in place from `at` on. */
const converted = (
  components: number,
  convert: (data: Uint8ClampedArray, at: number) => void,
): Kind => ({
  alpha: false,
  indexed: false,
  decode: (bytes, facts, from) => {
    const image = byLine(components).decode(bytes, facts, from)
    for (let at = 0; at < image.data.length; at += 4) convert(image.data, at)
    return image
  },
})

function fromCmyk(data: Uint8ClampedArray, at: number) {
  const light = 255 - (data[at + 3] as number)
  for (let c = 0; c < 3; c++) data[at + c] = ((255 - (data[at + c] as number)) * light) / 255
  data[at + 3] = 255
}

/** YCbCr as JFIF has it. */
function fromYcc(data: Uint8ClampedArray, at: number) {
  const luma = data[at] as number
  const [cb, cr] = [(data[at + 1] as number) - 128, (data[at + 2] as number) - 128]
  data[at] = luma + 1.402 * cr
  data[at + 1] = luma - 0.344136 * cb - 0.714136 * cr
  data[at + 2] = luma + 1.772 * cb
}

const numbers: Record<string, Sample> = {
  '8': uint8,
  '8S': { bytes: 1, level: (data, at) => data.getInt8(at) },
  '16': sample.uint16(true),
  '16L': sample.uint16(true),
  '16B': sample.uint16(),
  '16S': sample.int16(true),
  '32S': sample.int32(true),
  '32F': sample.float32(true),
}

/** By "Image type", without the word "image" that ends it. */
export const kinds: Record<string, Kind> = {
  '0 1': bits,
  'L 1': bits,
  B1: bits,
  Greyscale: grey(uint8),
  Grayscale: grey(uint8),
  RGB: byLine(3),
  RGB3: planes,
  RGBX: byLine(3, 4),
  RGBA: byLine(4),
  LA: byLine(2),
  PA: byLine(2),
  CMYK: converted(4, fromCmyk),
  YCC: converted(3, fromYcc),
  'X 24': byPixel,
  'L 32 S': grey(sample.int32(true)),
  'L 32 F': grey(sample.float32(true)),
  ...Object.fromEntries(
    Object.entries(numbers).flatMap(([name, samples]) => [
      [`L ${name}`, grey(samples)],
      [`L*${name}`, grey(samples)],
    ]),
  ),
}
