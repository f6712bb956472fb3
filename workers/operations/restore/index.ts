import { EVIDENCE_BYTES } from '../../evidence/measure.ts'
import type { RasterImage } from '../../image/image.ts'
import { alphaBleedBytes, peakOf, rgbaBytes } from '../../image/memory.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { opaqueColors, runBlended } from '../../inference/restore.ts'
import { atOriginalSize, smoothlyEnlarged } from '../clean/at-original-size.ts'
import { estimateUpscale } from '../clean/estimate-upscale.ts'
import clean from '../clean/index.ts'
import { afterCompression, withoutBlocks } from '../clean/remove-blocks.ts'
import deblur, { ALL_BLURRED, sharpen, sharpenCompressed } from '../deblur/index.ts'
import denoise, { weightOf } from '../denoise/index.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { compressionIn, GRAINY, NOISY_TOO } from './compression-in.ts'
import { byTexture, isNoisy, sharpening } from './look.ts'
import { CLEAN_MODEL, DEBLUR_MODEL, NOISE_MODEL, RESTORE_MODEL, SOFT_MODEL } from './models.ts'

type Restore = StepOf<'restore'>

const CLEAN = { op: 'clean', model: CLEAN_MODEL } as const
const DEBLUR = { op: 'deblur', model: DEBLUR_MODEL } as const

/**
 * What sharpening adds to the parts of a blurred image, and of one that suffers from compression too:
 * models/build/train/restore/README.md shows what follows.
 */
const BLURRED = 0.15
const BLURRED_TOO = 0.1
/** Of the progress: the look at what the image suffers from. */
const LOOK = 0.1

/**
 * Removes noise, blur and compression: a single one by the network that has learned nothing else, which comes closer,
 * several by one network that has learned them all. What was enlarged before is first undone. Compression, with blur
 * where something is in focus, is left to an enlargement that restores: models/build/train/restore/README.md shows that
 * it comes closer so.
 */
const restore: Operation<Restore> = {
  async run(image, step, context) {
    const source = opaqueColors(image)
    const cleans = step.for.includes('clean')
    if (cleans && estimateUpscale(source)) {
      const undone = await clean.run(image, CLEAN, subProgress(context, 0, 0.5))
      const others = step.for.filter((name) => name !== 'clean')
      return restore.run(undone, { ...step, for: others }, subProgress(context, 0.5, 1))
    }
    const found = await compressionIn(source, context)
    const original = cleans ? undefined : smoothlyEnlarged(source, found.enlargement)
    const { restoredLater, ...whole } = step
    if (original)
      return atOriginalSize(image, original, (small) => restore.run(small, whole, context))
    const { compressed, evidence } = found
    const { noisy, sharpened } = await noiseAndBlurIn(
      source,
      found,
      step,
      subProgress(context, 0, LOOK),
    )
    const rest = subProgress(context, LOOK, 1)
    const blurred = sharpened >= (compressed && !noisy ? BLURRED_TOO : BLURRED)
    if (noisy && step.denoise) {
      if (!blurred && !compressed) return denoise.run(image, step.denoise, rest)
      const result = await runBlended(image, blurred ? RESTORE_MODEL : SOFT_MODEL, rest, weightOf)
      return compressed ? afterCompression(result) : result
    }
    if (blurred && !compressed) return sharpen(image, DEBLUR_MODEL, rest)
    if (blurred && noisy) context.observe({ grainKept: true })
    const unsharp = blurred && !noisy ? sharpened : 0
    if (compressed && restoredLater && unsharp < ALL_BLURRED) {
      context.noteUnchanged()
      return { ...image, left: { damage: 'compressed', evidence, sharpened: unsharp } }
    }
    if (unsharp > 0) return sharpenCompressed(image, DEBLUR_MODEL, unsharp, rest)
    if (compressed || cleans) {
      const result = await withoutBlocks(image, source, rest)
      return compressed ? afterCompression(result) : result
    }
    context.noteUnchanged()
    return image
  },
  models: ({ for: names, denoise }) => [
    SOFT_MODEL,
    ...(denoise ? [NOISE_MODEL, denoise.model] : []),
    ...(names.includes('clean') ? (clean.models?.(CLEAN, {}) ?? []) : [CLEAN_MODEL]),
    ...(names.includes('deblur') ? (deblur.models?.(DEBLUR, {}) ?? []) : []),
  ],
  memory: (image, step, inputs, tiles) =>
    peakOf(
      { arrays: 2 * rgbaBytes(image) + alphaBleedBytes(image) + EVIDENCE_BYTES },
      tiledMemory(image, RESTORE_MODEL, tiles),
      ...(step.denoise ? [denoise.memory(image, step.denoise, inputs, tiles)] : []),
      step.for.includes('clean')
        ? clean.memory(image, CLEAN, inputs, tiles)
        : tiledMemory(image, CLEAN_MODEL, tiles),
    ),
}

/** Whether an image is noisy, and what sharpening adds to it. Of one that is compressed the estimate tells whether it is noisy: all of it changes. */
async function noiseAndBlurIn(
  source: RasterImage,
  { compressed, noise }: Awaited<ReturnType<typeof compressionIn>>,
  step: Restore,
  context: OperationContext,
) {
  const cells = byTexture(source)
  const noisy = compressed
    ? noise > (step.denoise ? NOISY_TOO : GRAINY)
    : step.denoise !== undefined && (await isNoisy(source, cells, subProgress(context, 0, 0.4)))
  const sharpened = step.for.includes('deblur')
    ? await sharpening(source, cells, noisy || compressed, subProgress(context, 0.4, 1))
    : 0
  return { noisy, sharpened }
}

export default restore
