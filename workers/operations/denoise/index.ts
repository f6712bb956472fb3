import type { Step } from '../../../src/contract/plan/steps.ts'
import { opaqueColors, runModel, withAlphaAndGrey } from '../../inference/restore.ts'
import type { Operation } from '../operation.ts'

type Denoise = Extract<Step, { op: 'denoise' }>

/** Removes noise by a network. */
const denoise: Operation<Denoise> = async (image, { model }, context) =>
  withAlphaAndGrey(image, await runModel(opaqueColors(image), model, context))

export default denoise
