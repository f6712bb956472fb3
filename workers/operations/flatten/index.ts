import { colorFor } from '../../image/color-conversion.ts'
import { flattenOnto } from '../../image/flatten.ts'
import { hasTransparency } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'

/** Composites the image onto an opaque color, in place. */
const flatten: Operation<StepOf<'flatten'>> = {
  async run(image, { color }, context) {
    if (hasTransparency(image)) flattenOnto(image.pixels, colorFor(color, image))
    else context.observe({ opaque: true })
    return { ...image, alpha: false }
  },
  result: (image) => ({ ...image, alpha: false }),
  memory: (image) => ({ arrays: rgbaBytes(image) }),
}

export default flatten
