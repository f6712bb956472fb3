import { EVIDENCE_BYTES } from '../../evidence/measure.ts'
import { releaseMemory } from '../../image/image.ts'
import { peakOf, rgbaBytes } from '../../image/memory.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { blendWeight, runBlended } from '../../inference/restore.ts'
import type { Operation, StepOf } from '../operation.ts'
import { leastSharpened } from './focus.ts'
import { CLEAN_MODEL, withoutBlocks } from './without-blocks.ts'

/** Results of `leastSharpened`: a part of the image was in focus up to the first, none was from the second on. */
const FOCUSED = 0.15
const BLURRED = 0.3
/** The minimum weight of the network's output: if a part was in focus, the blur of the others is intended. */
const MIN_WEIGHT = 1 / 3

/**
 * Removes lens blur by a network. An image that is partly in focus keeps most of its background blur. Compressed images are
 * cleaned first; if they are grainy, that is all.
 */
const deblur: Operation<StepOf<'deblur'>> = {
  async run(image, { model }, context) {
    const source = await withoutBlocks(image, context)
    if (source.damage === 'noisy') return source
    if (source !== image) releaseMemory(image)
    const rest = source === image ? context : subProgress(context, 0.5, 1)
    return runBlended(source, model, rest, (before, output) =>
      blendWeight(leastSharpened(before, output), FOCUSED, BLURRED, MIN_WEIGHT),
    )
  },
  models: ({ model }) => [model, CLEAN_MODEL],
  memory: (image, { model }, _inputs, tiles) =>
    peakOf(
      { arrays: rgbaBytes(image) + EVIDENCE_BYTES },
      tiledMemory(image, CLEAN_MODEL, tiles),
      tiledMemory(image, model, tiles),
    ),
}

export default deblur
