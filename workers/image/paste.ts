import type { RasterImage } from './image.ts'

/** Copies an image into another at (x, y), in place; what lies outside is cut off. */
export function paste(image: RasterImage, into: RasterImage, x: number, y: number): void {
  const left = Math.max(0, x)
  const right = Math.min(into.width, x + image.width)
  const bottom = Math.min(into.height, y + image.height)
  for (let row = Math.max(0, y); row < bottom && left < right; row++) {
    const from = ((row - y) * image.width + left - x) * 4
    const to = (row * into.width + left) * 4
    into.pixels.set(image.pixels.subarray(from, from + (right - left) * 4), to)
  }
}
