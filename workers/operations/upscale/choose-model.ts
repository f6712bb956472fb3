import type { Damage, UpscaleEvidence } from '../../../src/shared/worker/details.ts'
import { type DamageEstimate, damageOf, estimateDamage } from '../../evidence/damage.ts'
import { measurePixels, type PixelEvidence } from '../../evidence/measure.ts'
import type { RasterImage } from '../../image/image.ts'
import type { OperationContext, StepOf } from '../operation.ts'

type Upscale = StepOf<'upscale'>

/** The model that enlarges an image, as its step says, or what the image shows. Notes why. */
export async function chooseModel(
  image: RasterImage,
  { model, ifDegraded }: Upscale,
  context: OperationContext,
): Promise<{ model: Upscale['model']; damage?: Damage }> {
  if (!ifDegraded) {
    const mode = model === 'restore-x4' ? 'restore' : 'faithful'
    if (model !== 'text-x4') context.noteChoice({ mode, why: 'requested' })
    return { model }
  }
  const pixels = await measurePixels(image, context)
  const estimate = await estimateDamage(pixels)
  const damage = image.damage ?? damageOf(estimate, image.jpegQuality)
  context.noteChoice({
    mode: damage ? 'restore' : 'faithful',
    why: damage ?? 'clean',
    evidence: evidenceOf(pixels, estimate, image.jpegQuality),
  })
  return damage ? { model: ifDegraded, damage } : { model }
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
