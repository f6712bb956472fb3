import type { Box } from '../../src/plan/size.ts'
import type { RasterImage } from './image.ts'

/** A copy of a rectangle of an image, which must lie inside it. */
export function cropImage(image: RasterImage, { x, y, width, height }: Box): RasterImage {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 4
    pixels.set(image.pixels.subarray(from, from + width * 4), row * width * 4)
  }
  return { ...image, width, height, pixels }
}

/** A copy of `rows` whole rows from `y` on. */
export const cropRows = (image: RasterImage, y: number, rows: number): RasterImage =>
  cropImage(image, { x: 0, y, width: image.width, height: rows })
