import type { Step } from '../../../src/contract/plan/steps.ts'
import { resample } from '../../image/resample.ts'
import type { Operation } from '../operation.ts'

type Resize = Extract<Step, { op: 'resize' }>

/** Resizes by Catmull-Rom (bicubic) or Lanczos 3, antialiased, on gamma-encoded numbers. */
const resize: Operation<Resize> = (image, step) => resample(image, step)

export default resize
