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

/** Below the first of these a part of the image was in focus before, from the second on none was. */
const FOCUSED = 0.15
const BLURRED = 0.3
/** The least weight of the network's output: where a part was in focus, the blur of the others is intended. */
const CAUTIOUS = 1 / 3

/** Removes the blur of a lens by a network. An image that is in focus keeps most of its depth of field. */
const deblur: Operation<StepOf<'deblur'>> = {
  async run(image, { model }, context) {
    const source = opaqueColors(image)
    const output = { ...source, pixels: await runModel(source, model, context) }
    const weight = blendWeight(leastSharpened(source, output), FOCUSED, BLURRED, CAUTIOUS)
    return restoreAlphaAndGray(image, blend(source, output, weight).pixels)
  },
  models: ({ model }) => [model],
  memory: (image, { model }) =>
    peakOf(tiledMemory(image, model), { arrays: 3 * rgbaBytes(image) + alphaBleedBytes(image) }),
}

export default deblur
