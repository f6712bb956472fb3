import type { DecodedImage, RasterInfo } from './decoder.ts'

/** Limit of every decoder, whatever a file declares: 1 GiB of RGBA. */
const MAX_PIXELS = 2 ** 28

/** The size that a header states. Throws an Error unless both sides are integers above 0. */
export function rasterInfo(width: number, height: number, alpha = false): RasterInfo {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error(`Expected sides of at least 1 pixel but received ${width} x ${height}`)
  }
  return { width, height, alpha }
}

/** Throws a RangeError if there are more than decoders are allowed to allocate. */
export function pixelCount({ width, height }: RasterInfo): number {
  if (width * height <= MAX_PIXELS) return width * height
  throw new RangeError(`Expected at most ${MAX_PIXELS} pixels but received ${width} x ${height}`)
}

/** Transparent black pixels. */
export const transparentPixels = (info: RasterInfo): Uint8ClampedArray<ArrayBuffer> =>
  new Uint8ClampedArray(pixelCount(info) * 4)

/** An opaque gray image. `level` is rounded and clamped to 0 to 255. */
export function grayImage(info: RasterInfo, level: (x: number, y: number) => number): DecodedImage {
  const data = transparentPixels(info)
  for (let y = 0, to = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++, to += 4) {
      data[to] = data[to + 1] = data[to + 2] = level(x, y)
      data[to + 3] = 255
    }
  }
  return { ...info, data }
}

/** An image of palette indices. The palette is RGBA; indices beyond it are transparent black. */
export function indexedImage(
  info: RasterInfo,
  palette: Uint8Array,
  index: (x: number, y: number) => number,
): DecodedImage {
  const data = transparentPixels(info)
  for (let y = 0, to = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++, to += 4) {
      const from = index(x, y) * 4
      for (let c = 0; c < 4; c++) data[to + c] = palette[from + c] ?? 0
    }
  }
  return { ...info, data }
}

/** Makes an opaque RGBA palette of one in RGB, which is interleaved or in planes. */
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

/** Opaque black pixels. */
export function opaqueBlack(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  return data
}

/** 256 grays in RGB, for files of indices without a palette. */
export const grayPalette = () => Uint8Array.from({ length: 768 }, (_, i) => i / 3)
