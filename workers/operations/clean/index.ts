import type { Step } from '../../../src/contract/plan/steps.ts'
import type { RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import {
  blend,
  blendWeight,
  opaqueColors,
  runModel,
  withAlphaAndGrey,
} from '../../inference/restore.ts'
import type { Operation, OperationContext } from '../operation.ts'
import upscale from '../upscale/index.ts'
import { blockMarks } from './blockiness.ts'
import { estimateUpscale } from './estimate-upscale.ts'
import { undoUpscale } from './undo-upscale.ts'

type Clean = Extract<Step, { op: 'clean' }>

/** Below the first of these block marks an image was hardly compressed, from the second on it surely was. */
const UNMARKED = 1.2
const MARKED = 1.6
/** How much of the network's answer is taken where the image was hardly compressed: fine detail resembles the marks. */
const CAUTIOUS = 0.5

/**
 * Undoes the marks of JPEG by a network. Of an image that was poorly enlarged, it works on what that was made of, and a
 * good network enlarges the outcome again. The size stays.
 */
const clean: Operation<Clean> = async (image, { model }, context) => {
  const source = opaqueColors(image)
  const enlarged = estimateUpscale(source)
  if (!enlarged) return withAlphaAndGrey(image, await withoutBlocks(source, model, context))
  const small = await undoUpscale(source, enlarged, subProgress(context, 0, 0.2))
  const good = { ...small, pixels: await runModel(small, model, subProgress(context, 0.2, 0.4)) }
  const { pixels } = await again(good, image, subProgress(context, 0.4, 1))
  return withAlphaAndGrey(image, pixels)
}

async function withoutBlocks(
  source: RasterImage,
  model: Clean['model'],
  context: OperationContext,
) {
  const answer = { ...source, pixels: await runModel(source, model, context) }
  const share = blendWeight(blockMarks(source, answer), UNMARKED, MARKED, CAUTIOUS)
  return blend(source, answer, share).pixels
}

async function again(
  small: RasterImage,
  { width, height }: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  const step =
    width > 2.2 * small.width
      ? ({ model: 'span-x4', scale: 4 } as const)
      : ({ model: 'span-x2', scale: 2 } as const)
  const large = await upscale(small, { op: 'upscale', ...step }, context)
  if (large.width === width && large.height === height) return large
  return resample(large, { width, height, filter: 'lanczos3' })
}

export default clean
