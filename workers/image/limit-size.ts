import type { RasterImage } from './image.ts'
import { resample } from './resample.ts'

/** The longer side of the image that a mask is found and refined on; it is applied to the whole at full size. */
const SIDE = 2048

/** The image, or a smaller one where it is larger than that. */
export function limitSize(image: RasterImage): Promise<RasterImage> | RasterImage {
  const scale = SIDE / Math.max(image.width, image.height)
  if (scale >= 1) return image
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const [width, height] = [side(image.width), side(image.height)]
  return resample(image, { width, height, filter: 'triangle' })
}
