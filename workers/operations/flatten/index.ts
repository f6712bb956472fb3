import { colorFor } from '../../image/color-conversion.ts'
import { flattenOnto, isTranslucent } from '../../image/flatten.ts'
import { hasTransparency } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'

/** Composites the image onto a color, in place. */
const flatten: Operation<StepOf<'flatten'>> = {
  async run(image, { color }, context) {
    if (hasTransparency(image)) flattenOnto(image.pixels, colorFor(color, image))
    else context.observe({ opaque: true })
    return { ...image, alpha: image.alpha && isTranslucent(color) }
  },
  result: (image, { color }) => ({ ...image, alpha: image.alpha && isTranslucent(color) }),
  memory: (image) => ({ arrays: rgbaBytes(image) }),
}

export default flatten
