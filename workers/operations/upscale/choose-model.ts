import type { Damage } from '../../../src/shared/worker/details.ts'
import type { RasterImage } from '../../image/image.ts'
import type { OperationContext, StepOf } from '../operation.ts'
import { damageIn } from './damage-in.ts'

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
  const { damage: found, evidence } = image.left ?? (await damageIn(image, context))
  const damage = image.damage ?? found
  context.noteChoice({ mode: damage ? 'restore' : 'faithful', why: damage ?? 'clean', evidence })
  return damage ? { model: ifDegraded, damage } : { model }
}
