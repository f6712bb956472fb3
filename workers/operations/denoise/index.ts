import type { RasterImage } from '../../image/image.ts'
import { meanChange } from '../../inference/mean-change.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { blendWeight, runBlended } from '../../inference/restore.ts'
import { withOneView } from '../../inference/run-model.ts'
import type { Operation, StepOf } from '../operation.ts'

/** The change that the network makes, of 255: an image has no noise up to the first, and certainly has from the second on. */
const CLEAN = 2
const NOISY = 4
/** The minimum weight of the network's output: where there is no noise, it takes fine texture for it. */
const MIN_WEIGHT = 0.5

/** The weight of what a network made of noise. */
export const weightOf = (source: RasterImage, output: RasterImage) =>
  blendWeight(meanChange(source, output), CLEAN, NOISY, MIN_WEIGHT)

/** Removes noise by the network `model`. An image without noise keeps most of its finest texture. */
const denoise: Operation<StepOf<'denoise'>> = {
  run: (image, { model, views }, context) =>
    runBlended(image, model, views === 'one' ? withOneView(context) : context, weightOf),
  models: ({ model }) => [model],
  memory: (image, { model }, _inputs, tiles) => tiledMemory(image, model, tiles),
}

export default denoise
