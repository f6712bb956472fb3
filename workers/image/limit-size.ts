import type { Size } from '../../src/contract/plan/size.ts'
import type { RasterImage } from './image.ts'
import { type ImageShape, type Memory, resampleMemory, rgbaBytes } from './memory.ts'
import { resample } from './resample.ts'

/** The longer side of the image that a mask is found and refined on; it is applied to the whole at full size. */
const SIDE = 2048

/** The image, or a copy whose longer side has 2048 pixels where it is larger. */
export function limitSize(image: RasterImage): Promise<RasterImage> | RasterImage {
  const { width, height } = limitedSize(image)
  if (width === image.width && height === image.height) return image
  return resample(image, { width, height, filter: 'triangle' })
}

/** The size of that copy. */
export function limitedSize({ width, height }: Size): Size {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** What `limitSize` holds, the image included. */
export function limitSizeMemory(image: ImageShape): Memory {
  const to = limitedSize(image)
  return to.width === image.width && to.height === image.height
    ? { arrays: rgbaBytes(image) }
    : resampleMemory(image, to)
}
