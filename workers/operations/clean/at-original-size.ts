import { copyAlpha, type RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import { estimateUpscale, type Upscaled } from './estimate-upscale.ts'

/** The logit from which an earlier enlargement is believed: `estimateUpscale` alone errs about blurred JPEGs. */
const ENLARGED = 0

/** What an image was enlarged from by smooth interpolation, which networks that sharpen take for structure. */
export function smoothlyEnlarged(source: RasterImage, enlargement: number): Upscaled | undefined {
  const original = enlargement > ENLARGED ? estimateUpscale(source) : undefined
  return original?.kernel === 'nearest' ? undefined : original
}

/** Restores the colors of an image at the size that it was enlarged from, and enlarges the result to its own. */
export async function atOriginalSize(
  image: RasterImage,
  { width, height }: Upscaled,
  restore: (small: RasterImage) => Promise<RasterImage>,
): Promise<RasterImage> {
  const small = await resample(image, { width, height, filter: 'triangle' })
  const restored = await restore(small)
  if (restored === small) return image
  const size = { width: image.width, height: image.height }
  const result = { ...restored, ...(await resample(restored, { ...size, filter: 'catrom' })) }
  copyAlpha(image.pixels, result.pixels)
  return result
}
