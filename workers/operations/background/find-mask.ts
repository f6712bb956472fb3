import type { BackgroundMethod } from '../../../src/request/background.ts'
import type { CustomModelUse } from '../../../src/shared/worker/custom-models.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import type { CustomModelNames, OperationContext } from '../operation.ts'
import { findMatte, MATTE_MODEL } from './find-matte.ts'
import { predictMask } from './predict-mask.ts'

/**
 * The mask of what stays when the background is removed, 0 to 1, before its border is refined. Undefined where there is
 * nothing of that kind.
 */
export async function findMask(
  image: RasterImage,
  method: BackgroundMethod,
  context: OperationContext,
): Promise<Plane | undefined> {
  const use = customUses[method]
  const custom = use && (await context.customModelFor(use))
  if (!custom) return findMatte(image, method, context)
  return predictMask(image, await context.loadFixedInput(custom), context)
}

/** The model that `findMask` loads. */
export function maskModel(method: BackgroundMethod, custom: CustomModelNames): string {
  const use = customUses[method]
  return (use && custom[use]) ?? MATTE_MODEL
}

/** The methods in which a model of the application takes the place of the built-in one. */
const customUses: Partial<Record<BackgroundMethod, CustomModelUse>> = {
  v2: 'background',
  human: 'human',
}
