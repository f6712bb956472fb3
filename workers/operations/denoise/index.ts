import { meanChange } from '../../inference/mean-change.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { blendWeight, runBlended } from '../../inference/restore.ts'
import type { Operation, StepOf } from '../operation.ts'

/** The change that the network makes, of 255: an image has no noise up to the first, and certainly has from the second on. */
const CLEAN = 2
const NOISY = 4
/** The minimum weight of the network's output: where there is no noise, it takes fine texture for it. */
const MIN_WEIGHT = 0.5

/** Removes noise by the network `model`. An image without noise keeps most of its finest texture. */
const denoise: Operation<StepOf<'denoise'>> = {
  run: (image, { model }, context) =>
    runBlended(image, model, context, (source, output) =>
      blendWeight(meanChange(source, output), CLEAN, NOISY, MIN_WEIGHT),
    ),
  models: ({ model }) => [model],
  memory: (image, { model }) => tiledMemory(image, model),
}

export default denoise
