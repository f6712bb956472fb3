import { flattenOnto } from '../../image/flatten.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'

/** Composites the image onto an opaque color, in place. */
const flatten: Operation<StepOf<'flatten'>> = {
  async run(image, { color }) {
    if (image.alpha) flattenOnto(image.pixels, color)
    return { ...image, alpha: false }
  },
  result: (image) => ({ ...image, alpha: false }),
  memory: (image) => ({ arrays: rgbaBytes(image) }),
}

export default flatten
