import { estimateDamage, isCompressed } from '../../evidence/damage.ts'
import { measurePixels } from '../../evidence/measure.ts'
import type { RasterImage } from '../../image/image.ts'
import type { OperationContext } from '../operation.ts'

/** The logits from which a compressed image loses its noise too, if asked, and from which its grain keeps it from being sharpened. */
export const NOISY_TOO = -1.5
export const GRAINY = 0

/** Whether an image is compressed, and the logit of its noise: 0 where too little is seen. */
export async function compressionIn(
  image: RasterImage,
  context: OperationContext,
): Promise<{ compressed: boolean; noise: number }> {
  const pixels = await measurePixels(image, context)
  const { noise, compression } = (await estimateDamage(pixels)) ?? { noise: 0, compression: 0 }
  return { compressed: isCompressed(pixels, image.jpegQuality) || compression > 0, noise }
}
