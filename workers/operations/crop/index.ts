import { cropImage } from '../../image/crop.ts'
import { rgbaBytes } from '../../image/memory.ts'
import { type Operation, resized, type StepOf } from '../operation.ts'

/** Crops the image to a rectangle, which must lie inside it. */
const crop: Operation<StepOf<'crop'>> = {
  run: async (image, box) => cropImage(image, box),
  readsOnly: true,
  result: resized,
  memory: (image, box) => ({ arrays: rgbaBytes(image) + rgbaBytes(box) }),
}

export default crop
