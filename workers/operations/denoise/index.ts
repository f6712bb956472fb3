import { tiledMemory } from '../../inference/memory.ts'
import { opaqueColors, restoreAlphaAndGray, runModel } from '../../inference/restore.ts'
import type { Operation, StepOf } from '../operation.ts'

/** Removes noise by the network `model`. */
const denoise: Operation<StepOf<'denoise'>> = {
  run: async (image, { model }, context) =>
    restoreAlphaAndGray(image, await runModel(opaqueColors(image), model, context)),
  models: ({ model }) => [model],
  memory: (image, { model }) => tiledMemory(image, model),
}

export default denoise
