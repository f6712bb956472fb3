import { estimateDamage, isCompressed } from '../../evidence/damage.ts'
import { measurePixels } from '../../evidence/measure.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'

/** The logits from which a compressed image loses its noise too, if asked, and from which its grain keeps it from being sharpened. */
export const NOISY_TOO = -1.5
export const GRAINY = 0

/** Whether an image is compressed, and the logits of its noise and of an earlier enlargement: 0 where too little is seen. */
export async function compressionIn(image: RasterImage, context: Pick<Checkpoints, 'checkpoint'>) {
  const pixels = await measurePixels(image, context)
  const unknown = { noise: 0, compression: 0, enlargement: 0 }
  const { noise, compression, enlargement } = (await estimateDamage(pixels)) ?? unknown
  const compressed = isCompressed(pixels, image.jpegQuality) || compression > 0
  return { compressed, noise, enlargement }
}
