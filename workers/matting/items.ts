import type { Context } from '../operations/operation.ts'
import type { Picture } from '../picture.ts'
import { mapped, type Plane } from '../tone/plane.ts'
import { maskBox, partOf, placed } from './masks.ts'
import { agreed, mask, spread } from './seen.ts'

/** What stands out in a picture, by a network of the U2-Net or IS-Net family. */
export async function salient(picture: Picture, model: string, context: Context): Promise<Plane> {
  return spread(await mask(picture, await context.viewer(model), 'lanczos3', context, agreed))
}

/** From where on a mask counts, and the margin around that as a share of its sides. */
const LEVEL = 0.5
const MARGIN = 0.05

/**
 * What stands out in the found part as well as in the whole: small things and limbs are larger in the part, and what else
 * is there stands out in one of the looks only.
 */
export async function closer(
  picture: Picture,
  found: Plane,
  model: string,
  context: Context,
): Promise<Plane> {
  const box = maskBox(found, LEVEL, MARGIN)
  if (!box) return found
  const near = placed(await salient(partOf(picture, box), model, context), box, picture)
  return mapped((i) => agreed(found.values[i] as number, near.values[i] as number), picture)
}
