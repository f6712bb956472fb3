import type { RasterImage } from './image.ts'
import { resample } from './resample.ts'

/** The longer side of the picture that a mask is found and refined on; it is applied to the whole at full size. */
const SIDE = 2048

/** The picture, or a smaller one where it is larger than that. */
export function limitSize(picture: RasterImage): Promise<RasterImage> | RasterImage {
  const scale = SIDE / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const [width, height] = [side(picture.width), side(picture.height)]
  return resample(picture, { width, height, filter: 'triangle' })
}
