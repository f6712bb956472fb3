import { isCompressed } from '../../evidence/damage.ts'
import { measurePixels } from '../../evidence/measure.ts'
import type { RasterImage } from '../../image/image.ts'
import { subProgress } from '../../inference/context.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { cleaned, removeBlocks } from '../clean/remove-blocks.ts'
import type { OperationContext } from '../operation.ts'

export const CLEAN_MODEL = 'clean'

/**
 * Standard deviation of luma noise, of 255, above which a cleaned image is grainy. An old print keeps 2.9, a portrait of
 * the same quality 0.3.
 */
const GRAIN = 1.5

/** Cleans an image that was compressed: its blocks would be sharpened with the rest. Others are left as they are. */
export async function withoutBlocks(
  image: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  if (!isCompressed(await measurePixels(image, context), image.jpegQuality)) return image
  const pixels = await removeBlocks(opaqueColors(image), CLEAN_MODEL, subProgress(context, 0, 0.5))
  const result = cleaned(image, pixels)
  const { noise } = await measurePixels(result, context)
  if (noise.luma <= GRAIN) return { ...result, damage: 'compressed' }
  context.observe({ grainKept: true })
  return { ...result, damage: 'noisy' }
}
