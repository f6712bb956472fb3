import type { UpscaleEvidence } from '../../src/shared/worker/details.ts'
import type { Checkpoints } from '../image/each-row.ts'
import type { RasterImage } from '../image/image.ts'
import { type DamageEstimate, estimateDamage } from './damage.ts'
import { measurePixels, type PixelEvidence } from './measure.ts'

/** What the pixels of an image show, what the network finds in that, and what `details` says of both. */
export async function evidenceIn(image: RasterImage, context: Pick<Checkpoints, 'checkpoint'>) {
  const pixels = await measurePixels(image, context)
  const estimate = await estimateDamage(pixels)
  return { pixels, estimate, evidence: evidenceOf(pixels, estimate, image.jpegQuality) }
}

const evidenceOf = (
  { gap, noise, sharpness, flatness }: PixelEvidence,
  estimate?: DamageEstimate,
  quality?: number,
): UpscaleEvidence => ({
  ...(quality !== undefined && { jpeg_quality: quality }),
  gap: rounded(gap),
  noise: rounded(Math.max(noise.luma, noise.chroma)),
  ...(sharpness !== undefined && { sharpness: rounded(sharpness) }),
  tones: rounded(flatness.tones),
  ...(estimate && { screen: rounded(1 / (1 + Math.exp(-estimate.screen))) }),
})

/** To two decimals. */
export const rounded = (value: number) => Math.round(value * 100) / 100
