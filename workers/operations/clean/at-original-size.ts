import type { RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import { estimateUpscale, type Upscaled } from './estimate-upscale.ts'

/** The logit from which an earlier enlargement is believed: `estimateUpscale` alone errs about blurred JPEGs. */
const ENLARGED = 0

/** What an image was enlarged from by smooth interpolation, which networks that sharpen take for structure. */
export function smoothlyEnlarged(source: RasterImage, enlargement: number): Upscaled | undefined {
  const original = enlargement > ENLARGED ? estimateUpscale(source) : undefined
  return original?.kernel === 'nearest' ? undefined : original
}

/** Restores an image at the size that it was enlarged from, and enlarges the result to its own. */
export async function atOriginalSize(
  image: RasterImage,
  { width, height }: Upscaled,
  restore: (small: RasterImage) => Promise<RasterImage>,
): Promise<RasterImage> {
  const small = await restore(await resample(image, { width, height, filter: 'triangle' }))
  const size = { width: image.width, height: image.height }
  return { ...small, ...(await resample(small, { ...size, filter: 'catrom' })) }
}
