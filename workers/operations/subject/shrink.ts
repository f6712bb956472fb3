import type { Box } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/**
 * Downscales an image to a longer side of at most `side` pixels, each the average of the pixels that it covers. The
 * result is opaque: colors are weighted by alpha, and transparency counts as black.
 */
export function shrink(image: RasterImage, side: number): RasterImage {
  const factor = Math.max(1, image.width / side, image.height / side)
  const width = Math.max(1, Math.floor(image.width / factor))
  const height = Math.max(1, Math.floor(image.height / factor))
  const pixels = new Uint8ClampedArray(width * height * 4)
  const column = (x: number) => Math.floor((x * image.width) / width)
  const row = (y: number) => Math.floor((y * image.height) / height)
  for (let v = 0, to = 0; v < height; v++) {
    const [y, bottom] = [row(v), row(v + 1)]
    for (let u = 0; u < width; u++, to += 4) {
      const x = column(u)
      average(image, { x, y, width: column(u + 1) - x, height: bottom - y }, pixels, to)
    }
  }
  return { width, height, pixels, alpha: false }
}

/** Writes the mean color of a part of the image at `to`. */
function average(
  { pixels, width: stride }: RasterImage,
  { x, y, width, height }: Box,
  out: Uint8ClampedArray,
  to: number,
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let row = y; row < y + height; row++) {
    const from = (row * stride + x) * 4
    for (let at = from; at < from + width * 4; at += 4) {
      const weight = (pixels[at + 3] as number) / 255
      red += (pixels[at] as number) * weight
      green += (pixels[at + 1] as number) * weight
      blue += (pixels[at + 2] as number) * weight
    }
  }
  const count = width * height
  out[to] = red / count
  out[to + 1] = green / count
  out[to + 2] = blue / count
  out[to + 3] = 255
}
