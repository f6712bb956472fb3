import type { BackgroundMethod } from '../../../src/request/background.ts'
import { resizePlane } from '../../image/bilinear.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { infer, normalizeInput } from '../../inference/infer.ts'
import type { OperationContext } from '../operation.ts'
import { clearUncertainParts } from './certain-parts.ts'
import { isCutOut } from './is-cut-out.ts'
import { onlyPeople } from './only-people.ts'
import { overGray } from './over-gray.ts'

export const MATTE_MODEL = 'matte'

/** An alpha that stays below this everywhere is that of an empty picture. */
const LEAST_PEAK = 0.5

/**
 * The alpha of the subject, or of the people for `human`, 0 to 1 and of the image's size, by one pass of the network.
 * Undefined where there is none. `models/build/train/matte/measure.py` prints what the rules and limits do.
 */
export async function findMatte(
  image: RasterImage,
  method: BackgroundMethod,
  context: OperationContext,
): Promise<Plane | undefined> {
  const loaded = await context.loadFixedInput(MATTE_MODEL)
  const { width, height } = loaded.model
  const small = await resample(overGray(image), { width, height, filter: 'triangle' })
  const input = normalizeInput(small, loaded.model)
  const { alpha, person } = await infer(input, loaded, context, ['alpha', 'person'])
  const plane = { width, height, values: alpha as Float32Array }
  // What is left of a cut-out stands out, whatever the network makes of it on gray.
  if (method === 'human' && isCutOut(image)) plane.values.fill(1)
  const subject = clearUncertainParts(plane)
  const found = method === 'human' ? onlyPeople(subject, person as Float32Array) : subject
  return found.values.some((value) => value > LEAST_PEAK) ? resizePlane(found, image) : undefined
}
