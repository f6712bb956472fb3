import { resampleMemory } from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { type Operation, resized, type StepOf } from '../operation.ts'

/** Resizes by Catmull-Rom (bicubic) or Lanczos 3, with antialiasing, on gamma-encoded values. */
const resize: Operation<StepOf<'resize'>> = {
  run: (image, step) => resample(image, step, { release: true }),
  readsOnly: true,
  result: resized,
  memory: (image, step) => resampleMemory(image, step, true),
}

export default resize
