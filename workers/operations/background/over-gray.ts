import { flattenOnto } from '../../image/flatten.ts'
import { hasTransparency, type RasterImage } from '../../image/image.ts'

const GRAY = [128, 128, 128] as const

/** What a network that looks for a subject sees: before colors that bleed from it into what is transparent none would stand out. */
export function overGray(image: RasterImage): RasterImage {
  if (!hasTransparency(image)) return image
  const pixels = new Uint8ClampedArray(image.pixels)
  flattenOnto(pixels, GRAY)
  return { ...image, pixels, alpha: false }
}
