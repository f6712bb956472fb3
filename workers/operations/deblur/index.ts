import { EVIDENCE_BYTES } from '../../evidence/measure.ts'
import { type RasterImage, releaseMemory } from '../../image/image.ts'
import { peakOf, rgbaBytes } from '../../image/memory.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { blendWeight, opaqueColors, runBlended } from '../../inference/restore.ts'
import { atOriginalSize, smoothlyEnlarged } from '../clean/at-original-size.ts'
import { afterCompression, withoutBlocks } from '../clean/remove-blocks.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { compressionIn, GRAINY } from '../restore/compression-in.ts'
import { byTexture, sharpening } from '../restore/look.ts'
import { CLEAN_MODEL, RESTORE_MODEL, SHARP_MODEL, SOFT_MODEL } from '../restore/models.ts'
import { leastSharpened } from './focus.ts'

type Deblur = StepOf<'deblur'>

/** Results of `leastSharpened`: a part of the image was in focus up to the first, none was from the second on. */
const FOCUSED = 0.15
export const ALL_BLURRED = 0.3
/** The minimum weight of the network's output: if a part was in focus, the blur of the others is intended. */
const MIN_WEIGHT = 1 / 3
/** Of the progress: the look at how blurred a compressed image is. */
const LOOK = 0.1

/**
 * Removes lens blur by a network. An image that is partly in focus keeps most of its background blur. Of a compressed image
 * compression is removed too; if it is grainy, that is all.
 */
const deblur: Operation<Deblur> = {
  async run(image, step, context) {
    const { model } = step
    const source = opaqueColors(image)
    const { compressed, noise, enlargement } = await compressionIn(source, context)
    const original = smoothlyEnlarged(source, enlargement)
    if (original)
      return atOriginalSize(image, original, (small) => deblur.run(small, step, context))
    if (!compressed) return sharpen(image, model, context)
    if (noise > GRAINY) {
      context.observe({ grainKept: true })
      return { ...(await withoutBlocks(image, source, context)), damage: 'noisy' }
    }
    const sharpened = await sharpening(
      source,
      byTexture(source),
      true,
      subProgress(context, 0, LOOK),
    )
    return sharpenCompressed(image, model, sharpened, subProgress(context, LOOK, 1))
  },
  models: ({ model }) => [model, SHARP_MODEL, CLEAN_MODEL, SOFT_MODEL, RESTORE_MODEL],
  memory: (image, { model }, _inputs, tiles) =>
    peakOf(
      { arrays: rgbaBytes(image) + EVIDENCE_BYTES },
      tiledMemory(image, CLEAN_MODEL, tiles),
      tiledMemory(image, model, tiles),
    ),
}

/** Removes blur from what is not compressed. */
export const sharpen = (image: RasterImage, model: Deblur['model'], context: OperationContext) =>
  runBlended(image, model, context, (before, output) =>
    blendWeight(leastSharpened(before, output), FOCUSED, ALL_BLURRED, MIN_WEIGHT),
  )

/** Removes compression and blur: at once where nothing was in focus, or else one after the other, which keeps more. */
export async function sharpenCompressed(
  image: RasterImage,
  model: Deblur['model'],
  sharpened: number,
  context: OperationContext,
): Promise<RasterImage> {
  if (sharpened >= ALL_BLURRED)
    return afterCompression(await runBlended(image, SHARP_MODEL, context, () => 1))
  const clean = afterCompression(
    await withoutBlocks(image, opaqueColors(image), subProgress(context, 0, 0.5)),
  )
  releaseMemory(image)
  return sharpen(clean, model, subProgress(context, 0.5, 1))
}

export default deblur
