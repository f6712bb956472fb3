import type { RasterImage } from './image.ts'

/** Maximum of the longer side, in pixels. */
const SIDE = 128
/** Pixels of a cell that are sampled in each direction: enough for its mean. */
const SAMPLES = 8
/** A pixel is clipped at the top if any channel is at least CLIPPED, and at the bottom if all are at most BLACK. */
const CLIPPED = 252
const BLACK = 4

/** Bytes of the means, and of the histograms and lists computed from them. */
export const CELL_MEANS_BYTES = 128 * SIDE * SIDE

/** A small image whose pixels are means of square cells, weighted by alpha. */
export interface CellMeans {
  width: number
  height: number
  /** Means of red, green and blue after the curve, interleaved. */
  rgb: Float64Array
  /** 1 if a cell's mean alpha is at least one half, else 0. */
  visible: Uint8Array
  /** Shares of the cell, 0 to 1, that are clipped at the top (any channel) and at the bottom (all channels). */
  high: Float64Array
  low: Float64Array
}

/** @param curve - lookup table from the 8-bit values of the file, such as sRGB to linear light. */
export function cellMeans(image: RasterImage, curve: Float64Array): CellMeans {
  const cell = Math.ceil(Math.max(image.width, image.height) / SIDE)
  const [across, down] = [Math.min(cell, image.width), Math.min(cell, image.height)]
  const [width, height] = [Math.floor(image.width / across), Math.floor(image.height / down)]
  const means = emptyMeans(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      average(image, curve, { x: x * across, y: y * down, across, down }, means, y * width + x)
    }
  }
  return means
}

const emptyMeans = (width: number, height: number): CellMeans => ({
  width,
  height,
  rgb: new Float64Array(width * height * 3),
  visible: new Uint8Array(width * height),
  high: new Float64Array(width * height),
  low: new Float64Array(width * height),
})

interface Cell {
  x: number
  y: number
  across: number
  down: number
}

/** Writes the means of a cell, weighted by alpha, to place `at` of the means. */
function average(
  { width, pixels }: RasterImage,
  curve: Float64Array,
  { x, y, across, down }: Cell,
  into: CellMeans,
  at: number,
): void {
  const step = Math.max(1, Math.floor(Math.max(across, down) / SAMPLES))
  let [red, green, blue, high, low, weight, opaque] = [0, 0, 0, 0, 0, 0, 0]
  for (let v = Math.min(step >> 1, down - 1); v < down; v += step) {
    for (let u = Math.min(step >> 1, across - 1); u < across; u += step) {
      const i = ((y + v) * width + x + u) * 4
      const [r, g, b] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number]
      const alpha = pixels[i + 3] as number
      const brightest = Math.max(r, g, b)
      opaque += 255
      weight += alpha
      red += (curve[r] as number) * alpha
      green += (curve[g] as number) * alpha
      blue += (curve[b] as number) * alpha
      if (brightest >= CLIPPED) high += alpha
      if (brightest <= BLACK) low += alpha
    }
  }
  if (weight * 2 < opaque) return
  into.visible[at] = 1
  into.rgb.set([red / weight, green / weight, blue / weight], at * 3)
  into.high[at] = high / weight
  into.low[at] = low / weight
}
