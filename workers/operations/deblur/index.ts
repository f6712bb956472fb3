import { blendedMemory, blendWeight, runBlended } from '../../inference/restore.ts'
import type { Operation, StepOf } from '../operation.ts'
import { leastSharpened } from './focus.ts'

/** Results of `leastSharpened`: a part of the image was in focus up to the first, none was from the second on. */
const FOCUSED = 0.15
const BLURRED = 0.3
/** The minimum weight of the network's output: if a part was in focus, the blur of the others is intended. */
const MIN_WEIGHT = 1 / 3

/** Removes lens blur by a network. An image that is partly in focus keeps most of its background blur. */
const deblur: Operation<StepOf<'deblur'>> = {
  run: (image, { model }, context) =>
    runBlended(image, model, context, (source, output) =>
      blendWeight(leastSharpened(source, output), FOCUSED, BLURRED, MIN_WEIGHT),
    ),
  models: ({ model }) => [model],
  memory: (image, { model }) => blendedMemory(image, model),
}

export default deblur
