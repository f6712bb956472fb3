import type { Step } from '../../src/plan/steps.ts'
import type { Operation } from './operation.ts'
import { colours, like, repaired } from './restore.ts'

type Denoise = Extract<Step, { op: 'denoise' }>

/** Removes noise by a network. */
const denoise: Operation<Denoise> = async (picture, { model }, context) =>
  like(picture, await repaired(colours(picture), model, context))

export default denoise
