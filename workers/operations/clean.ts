import type { Step } from '../../src/plan/steps.ts'
import type { Picture } from '../picture.ts'
import { blockMarks } from '../resolution/block-marks.ts'
import { enlargedBy } from '../resolution/estimate.ts'
import { reduced } from '../resolution/reduce.ts'
import { type Context, type Operation, within } from './operation.ts'
import { resample } from './resize.ts'
import { colours, like, mixed, repaired, taken } from './restore.ts'
import upscale from './upscale.ts'

type Clean = Extract<Step, { op: 'clean' }>

/** Below the first of these block marks a picture was hardly compressed, from the second on it surely was. */
const UNMARKED = 1.2
const MARKED = 1.6
/** How much of the network's answer is taken where the picture was hardly compressed: fine detail resembles the marks. */
const CAUTIOUS = 0.5

/**
 * Undoes the marks of JPEG by a network. Of a picture that was poorly enlarged, it works on what that was made of, and a
 * good network enlarges the outcome again. The size stays.
 */
const clean: Operation<Clean> = async (picture, { model }, context) => {
  const source = colours(picture)
  const enlarged = enlargedBy(source)
  if (!enlarged) return like(picture, await withoutBlocks(source, model, context))
  const small = await reduced(source, enlarged, within(context, 0, 0.2))
  const good = { ...small, pixels: await repaired(small, model, within(context, 0.2, 0.4)) }
  const { pixels } = await again(good, picture, within(context, 0.4, 1))
  return like(picture, pixels)
}

async function withoutBlocks(source: Picture, model: Clean['model'], context: Context) {
  const answer = { ...source, pixels: await repaired(source, model, context) }
  const share = taken(blockMarks(source, answer), UNMARKED, MARKED, CAUTIOUS)
  return mixed(source, answer, share).pixels
}

async function again(
  small: Picture,
  { width, height }: Picture,
  context: Context,
): Promise<Picture> {
  const step =
    width > 2.2 * small.width
      ? ({ model: 'span-x4', scale: 4 } as const)
      : ({ model: 'span-x2', scale: 2 } as const)
  const large = await upscale(small, { op: 'upscale', ...step }, context)
  if (large.width === width && large.height === height) return large
  return resample(large, { width, height, filter: 'lanczos3' })
}

export default clean
