import type { DecodedImage, RasterInfo } from './format.ts'

/** Pixels that no decoder goes beyond, whatever a file declares: 1 GiB of RGBA. */
const MOST_PIXELS = 2 ** 28

/** What a header says of the size. Throws where a side is not a whole number above 0. */
export function rasterInfo(width: number, height: number, alpha = false): RasterInfo {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error(`Expected sides of at least 1 pixel but received ${width} x ${height}`)
  }
  return { width, height, alpha }
}

/** How many there are. Throws a RangeError where no decoder goes so far. */
export function pixelCount({ width, height }: RasterInfo): number {
  if (width * height <= MOST_PIXELS) return width * height
  throw new RangeError(`Expected at most ${MOST_PIXELS} pixels but received ${width} x ${height}`)
}

/** Transparent black pixels. */
export const transparentPixels = (facts: RasterInfo): Uint8ClampedArray<ArrayBuffer> =>
  new Uint8ClampedArray(pixelCount(facts) * 4)

/** An opaque image in gray: `level` is 0 to 255, rounded and cut off where it is not. */
export function grayImage(
  facts: RasterInfo,
  level: (x: number, y: number) => number,
): DecodedImage {
  const data = transparentPixels(facts)
  for (let y = 0, to = 0; y < facts.height; y++) {
    for (let x = 0; x < facts.width; x++, to += 4) {
      data[to] = data[to + 1] = data[to + 2] = level(x, y)
      data[to + 3] = 255
    }
  }
  return { ...facts, data }
}

/** An image in the colors of a palette, which holds RGBA; an index beyond it is transparent. */
export function indexedImage(
  facts: RasterInfo,
  palette: Uint8Array,
  index: (x: number, y: number) => number,
): DecodedImage {
  const data = transparentPixels(facts)
  for (let y = 0, to = 0; y < facts.height; y++) {
    for (let x = 0; x < facts.width; x++, to += 4) {
      const from = index(x, y) * 4
      for (let c = 0; c < 4; c++) data[to + c] = palette[from + c] ?? 0
    }
  }
  return { ...facts, data }
}

/** RGBA, opaque, of a palette in RGB, interleaved or in planes. */
export function rgbaPalette(rgb: Uint8Array, order: 'interleaved' | 'planes' = 'interleaved') {
  const colors = Math.floor(rgb.length / 3)
  const [step, plane] = order === 'planes' ? [1, colors] : [3, 1]
  const palette = new Uint8Array(colors * 4)
  for (let i = 0; i < colors; i++) {
    for (let c = 0; c < 3; c++) palette[i * 4 + c] = rgb[i * step + c * plane] as number
    palette[i * 4 + 3] = 255
  }
  return palette
}

/** Opaque black. */
export function opaqueBlack(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  return data
}

/** 256 grays in RGB, for files whose indices are brightness. */
export const grayPalette = () => Uint8Array.from({ length: 768 }, (_, i) => i / 3)
