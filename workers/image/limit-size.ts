import { atLeastOne } from '../../src/plan/geometry.ts'
import { isSameSize, type Size } from '../../src/plan/size.ts'
import type { RasterImage } from './image.ts'
import { type ImageShape, type Memory, resampleMemory, rgbaBytes } from './memory.ts'
import { resample } from './resample.ts'

/** Longer side of the copy that models analyze; their results are applied to the image at full size. */
const SIDE = 2048

/** The image itself, or, if it is larger, a copy with a longer side of 2048 pixels. */
export function limitSize(image: RasterImage): Promise<RasterImage> | RasterImage {
  const { width, height } = limitedSize(image)
  if (width === image.width && height === image.height) return image
  return resample(image, { width, height, filter: 'triangle' })
}

/** The size of the result of `limitSize`, or of one with a longer side of `longest` pixels. */
export function limitedSize({ width, height }: Size, longest = SIDE): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

/** Memory of `limitSize`, including the image. */
export function limitSizeMemory(image: ImageShape): Memory {
  const to = limitedSize(image)
  return isSameSize(to, image) ? { arrays: rgbaBytes(image) } : resampleMemory(image, to)
}
