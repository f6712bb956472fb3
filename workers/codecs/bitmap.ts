import { canvasSpaceOf } from '../image/color-conversion.ts'
import { hasTransparency, type RasterImage, releaseMemory } from '../image/image.ts'

/**
 * An image as a bitmap in its own colors. Undefined, with its pixels left, where a canvas cannot state those as a file does: it
 * has few color spaces, and rounds a profile's otherwise, which shows in pixels that are almost transparent.
 */
export async function toBitmap(image: RasterImage): Promise<ImageBitmap | undefined> {
  const { pixels, width, height, profile } = image
  const colorSpace = canvasSpaceOf(profile)
  if (!colorSpace || (profile && hasTransparency(image))) return undefined
  const data = new ImageData(pixels, width, height, { colorSpace })
  // A browser without wide colors does not read the option.
  if ((data.colorSpace ?? 'srgb') !== colorSpace) return undefined
  const bitmap = await createImageBitmap(data)
  releaseMemory(image)
  return bitmap
}
