import { rgbaBytes } from '../../image/memory.ts'
import { orient as oriented } from '../../image/orient.ts'
import { type Operation, resized, type StepOf } from '../operation.ts'

/** Turns and mirrors the image. */
const orient: Operation<StepOf<'orient'>> = {
  run: async (image, { orientation }) => oriented(image, orientation),
  readsOnly: true,
  result: resized,
  memory: (image) => ({ arrays: 2 * rgbaBytes(image) }),
}

export default orient
