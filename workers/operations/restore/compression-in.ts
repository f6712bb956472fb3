import { isCompressed } from '../../evidence/damage.ts'
import { evidenceIn } from '../../evidence/evidence-in.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'

/** The logits from which a compressed image loses its noise too, if asked, and from which its grain keeps it from being sharpened. */
export const NOISY_TOO = -1.5
export const GRAINY = 0

/** Whether an image is compressed, the logits of its noise and of an earlier enlargement (0 where too little is seen), and what was measured. */
export async function compressionIn(image: RasterImage, context: Pick<Checkpoints, 'checkpoint'>) {
  const { pixels, estimate, evidence } = await evidenceIn(image, context)
  const unknown = { noise: 0, compression: 0, enlargement: 0 }
  const { noise, compression, enlargement } = estimate ?? unknown
  const compressed = isCompressed(pixels, image.jpegQuality) || compression > 0
  return { compressed, noise, enlargement, evidence }
}
