import type { RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { estimateUpscale, type Upscaled } from './estimate-upscale.ts'

/** Soft edges of a smaller image fit any enlargement. */
const LEAST_SIDE = 96

/** What an image was enlarged from by smooth interpolation, which networks that sharpen take for structure. */
export function smoothlyEnlarged(image: RasterImage): Upscaled | undefined {
  if (Math.min(image.width, image.height) < LEAST_SIDE) return undefined
  const original = estimateUpscale(opaqueColors(image))
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
