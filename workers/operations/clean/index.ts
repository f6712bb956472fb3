import type { RasterImage } from '../../image/image.ts'
import {
  alphaBleedBytes,
  beside,
  type ImageShape,
  type Memory,
  peakOf,
  resampleMemory,
  rgbaBytes,
} from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import {
  blend,
  blendWeight,
  opaqueColors,
  restoreAlphaAndGray,
  runModel,
} from '../../inference/restore.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import upscale from '../upscale/index.ts'
import { blockiness } from './blockiness.ts'
import { estimateUpscale, SMALLEST_SCALE } from './estimate-upscale.ts'
import { undoUpscale, undoUpscaleBytes } from './undo-upscale.ts'

type Clean = StepOf<'clean'>

/** Below the first of these block marks an image was hardly compressed, from the second on it surely was. */
const UNMARKED = 1.2
const MARKED = 1.6
/** The least weight of the network's output, for images that were hardly compressed: fine detail resembles the marks. */
const CAUTIOUS = 0.5

/** The upscaling of what an enlarged image was made of, and the factor from which on it is the larger one. */
const BY_2 = { op: 'upscale', model: 'span-x2', scale: 2 } as const
const BY_4 = { op: 'upscale', model: 'span-x4', scale: 4 } as const
const BY_4_FROM = 2.2

/**
 * Removes the artifacts of JPEG by a network. Of an image that was poorly enlarged, it works on what that was made of,
 * and SPAN enlarges the outcome again. The size stays.
 */
const clean: Operation<Clean> = {
  async run(image, { model }, context) {
    const source = opaqueColors(image)
    const original = estimateUpscale(source)
    if (!original) return restoreAlphaAndGray(image, await withoutBlocks(source, model, context))
    const small = await undoUpscale(source, original, subProgress(context, 0, 0.2))
    const cleaned = {
      ...small,
      pixels: await runModel(small, model, subProgress(context, 0.2, 0.4)),
    }
    const { pixels } = await upscaleTo(image, cleaned, subProgress(context, 0.4, 1))
    return restoreAlphaAndGray(image, pixels)
  },
  models: ({ model }) => [model, BY_2.model, BY_4.model],
  memory: (image, { model }) =>
    peakOf(
      tiledMemory(image, model),
      { arrays: 3 * rgbaBytes(image) + alphaBleedBytes(image) },
      enlargedMemory(image, model),
    ),
}

/** What an image takes that was poorly enlarged: the less, the more there is to keep at the original's size. */
function enlargedMemory(image: ImageShape, model: Clean['model']): Memory {
  const side = (length: number) => Math.ceil(length / SMALLEST_SCALE)
  const small = { width: side(image.width), height: side(image.height), alpha: false }
  const large = { width: small.width * 2, height: small.height * 2, alpha: false }
  const held = rgbaBytes(image) + alphaBleedBytes(image)
  return beside(
    held,
    peakOf(
      { arrays: rgbaBytes(small) + undoUpscaleBytes(image) },
      tiledMemory(small, model),
      tiledMemory(small, BY_2.model),
      tiledMemory(
        { ...small, width: side(image.width / 2), height: side(image.height / 2) },
        BY_4.model,
      ),
      beside(rgbaBytes(small), resampleMemory(large, image)),
    ),
  )
}

async function withoutBlocks(
  source: RasterImage,
  model: Clean['model'],
  context: OperationContext,
) {
  const output = { ...source, pixels: await runModel(source, model, context) }
  const weight = blendWeight(blockiness(source, output), UNMARKED, MARKED, CAUTIOUS)
  return blend(source, output, weight).pixels
}

/** Enlarges an image by the network that suits, to an exact size. */
async function upscaleTo(
  { width, height }: RasterImage,
  small: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  const step = width > BY_4_FROM * small.width ? BY_4 : BY_2
  const large = await upscale.run(small, step, context)
  if (large.width === width && large.height === height) return large
  return resample(large, { width, height, filter: 'lanczos3' })
}

export default clean
