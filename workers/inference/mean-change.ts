import type { RasterImage } from '../image/image.ts'

/** The root mean square of the differences between two opaque images, 0 to 255. */
export function meanChange({ pixels }: RasterImage, other: RasterImage): number {
  let sum = 0
  for (let i = 0; i < pixels.length; i++) {
    sum += ((pixels[i] as number) - (other.pixels[i] as number)) ** 2
  }
  return Math.sqrt(sum / (pixels.length * 0.75))
}
