import type { Rgb } from '../../src/plan/steps.ts'
import type { RasterImage } from './image.ts'

/** Width of the border as a share of the shorter side. */
const BORDER = 0.01

/** A pixel that is less opaque, 0 to 255, shows no color of the image's. */
const OPAQUE = 128
/** The color where the border is transparent. */
export const UNKNOWN: Rgb = [255, 255, 255]

/** The median of each channel over what is opaque of the image's outer 1 %, at least one pixel wide; white if nothing is. */
export function borderColor({ width, height, pixels }: RasterImage): Rgb {
  const border = Math.max(1, Math.round(Math.min(width, height) * BORDER))
  const histograms = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  let count = 0
  for (let y = 0; y < height; y++) {
    const inner = y >= border && y < height - border
    for (let x = 0; x < width; x++) {
      if (inner && x === border) x = Math.max(x, width - border)
      const at = (y * width + x) * 4
      if ((pixels[at + 3] as number) < OPAQUE) continue
      for (const c of [0, 1, 2] as const) {
        const histogram = histograms[c]
        const value = pixels[at + c] as number
        histogram[value] = (histogram[value] as number) + 1
      }
      count++
    }
  }
  if (count === 0) return UNKNOWN
  const [red, green, blue] = histograms
  return [median(red, count), median(green, count), median(blue, count)]
}

function median(histogram: Uint32Array, count: number): number {
  let value = 0
  for (let below = 0; value < 255; value++) {
    below += histogram[value] as number
    if (below * 2 >= count) break
  }
  return value
}
