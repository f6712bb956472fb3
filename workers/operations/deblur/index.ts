import { alphaBleedBytes, peakOf, rgbaBytes } from '../../image/memory.ts'
import { tiledMemory } from '../../inference/memory.ts'
import {
  blend,
  blendWeight,
  opaqueColors,
  restoreAlphaAndGray,
  runModel,
} from '../../inference/restore.ts'
import type { Operation, StepOf } from '../operation.ts'
import { leastSharpened } from './focus.ts'

/** Results of `leastSharpened`: a part of the image was in focus up to the first, none was from the second on. */
const FOCUSED = 0.15
const BLURRED = 0.3
/** The minimum weight of the network's output: if a part was in focus, the blur of the others is intended. */
const MIN_WEIGHT = 1 / 3

/** Removes lens blur by a network. An image that is partly in focus keeps most of its background blur. */
const deblur: Operation<StepOf<'deblur'>> = {
  async run(image, { model }, context) {
    const source = opaqueColors(image)
    const output = { ...source, pixels: await runModel(source, model, context) }
    const weight = blendWeight(leastSharpened(source, output), FOCUSED, BLURRED, MIN_WEIGHT)
    return restoreAlphaAndGray(image, blend(source, output, weight).pixels)
  },
  models: ({ model }) => [model],
  memory: (image, { model }) =>
    peakOf(tiledMemory(image, model), { arrays: 3 * rgbaBytes(image) + alphaBleedBytes(image) }),
}

export default deblur
