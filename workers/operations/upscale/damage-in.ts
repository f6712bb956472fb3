import type { Damage, UpscaleEvidence } from '../../../src/shared/worker/details.ts'
import { type DamageEstimate, damageOf, estimateDamage } from '../../evidence/damage.ts'
import { measurePixels, type PixelEvidence } from '../../evidence/measure.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { smoothlyEnlarged } from '../clean/at-original-size.ts'

/** What an image suffers from, if anything, by its pixels and its header, and what was measured. */
export async function damageIn(
  image: RasterImage,
  context: Pick<Checkpoints, 'checkpoint'>,
): Promise<{ damage: Damage | undefined; evidence: UpscaleEvidence }> {
  const pixels = await measurePixels(image, context)
  const estimate = await estimateDamage(pixels)
  // A step that has left something to this one has looked for an earlier enlargement, and found none.
  const original = image.left
    ? undefined
    : smoothlyEnlarged(opaqueColors(image), estimate?.enlargement ?? 0)
  const evidence = {
    ...evidenceOf(pixels, estimate, image.jpegQuality),
    ...(original && { enlarged_by: rounded(image.width / original.width) }),
  }
  const damage = damageOf(estimate, image.jpegQuality) ?? (original && 'enlarged')
  return { damage, evidence }
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

const rounded = (value: number) => Math.round(value * 100) / 100
