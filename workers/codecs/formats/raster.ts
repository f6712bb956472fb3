import { view } from '../containers/header.ts'
import type { Decoded, Facts } from './format.ts'

/** Pixels that no decoder goes beyond, whatever a file declares: 1 GiB of RGBA. */
const MOST_PIXELS = 2 ** 28

/** What a header says of the size. Throws where a side is not a whole number above 0. */
export function sized(width: number, height: number, alpha = false): Facts {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error(`Expected sides of at least 1 pixel but received ${width} x ${height}`)
  }
  return { width, height, alpha }
}

/** Throws a RangeError where the file ends before the byte `end`. */
export function need(bytes: Uint8Array, end: number) {
  if (end <= bytes.length) return
  throw new RangeError(`Expected at least ${end} bytes but received ${bytes.length}`)
}

/** How many there are. Throws a RangeError where no decoder goes so far. */
export function pixelsOf({ width, height }: Facts): number {
  if (width * height <= MOST_PIXELS) return width * height
  throw new RangeError(`Expected at most ${MOST_PIXELS} pixels but received ${width} x ${height}`)
}

/** Transparent black pixels. */
export const canvas = (facts: Facts): Uint8ClampedArray<ArrayBuffer> =>
  new Uint8ClampedArray(pixelsOf(facts) * 4)

/** An opaque image in grey: `level` is 0 to 255, rounded and cut off where it is not. */
export function greyImage(facts: Facts, level: (x: number, y: number) => number): Decoded {
  const data = canvas(facts)
  for (let y = 0, to = 0; y < facts.height; y++) {
    for (let x = 0; x < facts.width; x++, to += 4) {
      data[to] = data[to + 1] = data[to + 2] = level(x, y)
      data[to + 3] = 255
    }
  }
  return { ...facts, data }
}

/** An image in the colours of a palette, which holds RGBA; an index beyond it is transparent. */
export function indexedImage(
  facts: Facts,
  palette: Uint8Array,
  index: (x: number, y: number) => number,
): Decoded {
  const data = canvas(facts)
  for (let y = 0, to = 0; y < facts.height; y++) {
    for (let x = 0; x < facts.width; x++, to += 4) {
      const from = index(x, y) * 4
      for (let c = 0; c < 4; c++) data[to + c] = palette[from + c] ?? 0
    }
  }
  return { ...facts, data }
}

/** RGBA, opaque, of a palette in RGB, interleaved or in planes. */
export function paletteOf(rgb: Uint8Array, order: 'interleaved' | 'planes' = 'interleaved') {
  const colours = Math.floor(rgb.length / 3)
  const [step, plane] = order === 'planes' ? [1, colours] : [3, 1]
  const palette = new Uint8Array(colours * 4)
  for (let i = 0; i < colours; i++) {
    for (let c = 0; c < 3; c++) palette[i * 4 + c] = rgb[i * step + c * plane] as number
    palette[i * 4 + 3] = 255
  }
  return palette
}

/** How one sample becomes a level of 0 to 255. */
export interface Sample {
  bytes: number
  level: (data: DataView, at: number) => number
}

const LEVELS_16 = 257

/** Samples of the formats: floats are levels already, integers of more than 8 bits are of 0 to 65535. */
export const sample = {
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
} satisfies Record<string, Sample | ((little?: boolean) => Sample)>

/** Where the samples of an image stand. All are offsets or distances in bytes. */
export interface Layout {
  /** The first sample of the upper left pixel. */
  from: number
  /** To the row below; negative where rows are stored from the bottom. */
  row: number
  column: number
  /** Of grey, grey and alpha, RGB or RGBA, each from the pixel's first byte. */
  channels: readonly number[]
}

/** The image of samples that are not packed, interleaved or in planes. */
export function sampledImage(
  bytes: Uint8Array,
  facts: Facts,
  layout: Layout,
  { bytes: size, level }: Sample = sample.uint8,
): Decoded {
  const { width, height } = facts
  const { from, row, column, channels } = layout
  const ends = [from, from + (height - 1) * row]
  if (Math.min(...ends) < 0) throw new RangeError('Expected rows within the file')
  need(bytes, Math.max(...ends) + (width - 1) * column + Math.max(...channels) + size)
  const data = canvas(facts)
  const source = view(bytes)
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
  return { ...facts, data }
}

const twice = ([grey = 0, alpha = 0]: readonly number[]) => [grey, grey, grey, alpha]

/** Bit `x` of a row that begins at `from`, the high bit of each byte first. */
export const bitAt = (bytes: Uint8Array, from: number, x: number) =>
  ((bytes[from + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1

/** Bytes of a file as text, a character a byte. */
export const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
