import type { Damage, UpscaleEvidence } from '../../../src/shared/worker/details.ts'
import { damageOf } from '../../evidence/damage.ts'
import { evidenceIn, rounded } from '../../evidence/evidence-in.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { smoothlyEnlarged } from '../clean/at-original-size.ts'

/** What an image suffers from, if anything, by its pixels and its header, and what was measured. */
export async function damageIn(
  image: RasterImage,
  context: Pick<Checkpoints, 'checkpoint'>,
): Promise<{ damage: Damage | undefined; evidence: UpscaleEvidence }> {
  const { estimate, evidence } = await evidenceIn(image, context)
  const original = smoothlyEnlarged(opaqueColors(image), estimate?.enlargement ?? 0)
  const damage = damageOf(estimate, image.jpegQuality) ?? (original && 'enlarged')
  const enlarged = original && { enlarged_by: rounded(image.width / original.width) }
  return { damage, evidence: { ...evidence, ...enlarged } }
}
