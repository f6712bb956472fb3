import { orientedSize, uprightPosition } from '../../src/plan/orientation.ts'
import type { RasterImage } from './image.ts'

/** Turns and mirrors an image upright by its EXIF orientation (1 to 8). Returns the same image for 1. */
export function orient(image: RasterImage, orientation: number): RasterImage {
  if (orientation === 1) return image
  const { width, height } = image
  const size = orientedSize(image, orientation)
  const indexOf = (x: number, y: number) => {
    const [u, v] = uprightPosition(orientation, x, y, image)
    return v * size.width + u
  }
  const first = indexOf(0, 0)
  const [across, down] = [indexOf(1, 0) - first, indexOf(0, 1) - first]
  const from = wordsOf(image.pixels)
  const to = new Uint32Array(width * height)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, at = first + y * down; x < width; x++, at += across)
      to[at] = from[i++] as number
  return { ...image, ...size, pixels: new Uint8ClampedArray(to.buffer) }
}

/** Pixels of the page may begin anywhere in their buffer. */
function wordsOf(pixels: RasterImage['pixels']): Uint32Array {
  const { buffer, byteOffset, length } = pixels.byteOffset % 4 ? pixels.slice() : pixels
  return new Uint32Array(buffer, byteOffset, length / 4)
}
