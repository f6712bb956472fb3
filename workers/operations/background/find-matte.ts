import type { BackgroundMethod } from '../../../src/request/background.ts'
import { resizePlane } from '../../image/bilinear.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { infer, normalizeInput } from '../../inference/infer.ts'
import type { OperationContext } from '../operation.ts'
import { averageWithMirror } from './average-with-mirror.ts'
import { clearUncertainParts } from './certain-parts.ts'
import { isCutOut } from './is-cut-out.ts'
import { onlyPeople } from './only-people.ts'
import { overGray } from './over-gray.ts'

export const MATTE_MODEL = 'matte'

/** An alpha that stays below this everywhere is that of an empty picture. */
const LEAST_PEAK = 0.5
/** The uncertainty from which the network is asked about the mirror image too. */
const UNCERTAIN = 0.25

/**
 * The alpha of the subject, or of the people for `human`, 0 to 1 and of the image's size, by one pass of the network, or by
 * the mean of two where the first is uncertain. Undefined where there is none. `models/build/train/matte/measure.py` prints what
 * the rules and limits do.
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
  const once = (await infer(input, loaded, context, ['alpha', 'person'])) as Answer
  const isUncertain = uncertainty(once.alpha) > UNCERTAIN
  const mean = isUncertain ? await averageWithMirror(once, input, loaded, context) : once
  const alpha = { width, height, values: mean.alpha }
  const isWhole = method === 'human' && isCutOut(image)
  // What is left of a cut-out stands out, whatever the network makes of it on gray.
  const subject = isWhole ? mapPlane(() => 1, alpha) : clearUncertainParts(alpha, once.alpha)
  const found = method === 'human' ? onlyPeople(subject, mean.person) : subject
  return found.values.some((value) => value > LEAST_PEAK) ? resizePlane(found, image) : undefined
}

type Answer = Record<'alpha' | 'person', Float32Array>

/** How far an alpha is from 0 and 1, as a share of what it covers: 4 a (1 - a) over a. */
function uncertainty(alpha: Float32Array): number {
  let [open, covered] = [0, 0]
  for (const a of alpha) {
    open += 4 * a * (1 - a)
    covered += a
  }
  return open / Math.max(1, covered)
}
