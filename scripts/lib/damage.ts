import type { Damage } from '../../src/shared/worker/details.ts'
import { damageOf, estimateDamage } from '../../workers/evidence/damage.ts'
import { measurePixels } from '../../workers/evidence/measure.ts'
import type { RasterImage } from '../../workers/image/image.ts'

/** What an enlargement by `mode: auto` finds, by the pixels and the header. */
export async function damageIn(image: RasterImage): Promise<Damage | undefined> {
  const pixels = await measurePixels(image, { checkpoint: async () => {} })
  return damageOf(await estimateDamage(pixels), image.jpegQuality)
}
