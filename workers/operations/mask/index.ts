import { hasTransparency } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'

/** Shows the alpha as a gray, opaque image, in place. It is data: a color profile would change it. */
const mask: Operation<StepOf<'mask'>> = {
  async run({ profile: _, ...image }, _step, context) {
    if (!hasTransparency(image)) context.observe({ opaque: true })
    const { pixels } = image
    for (let i = 0; i < pixels.length; i += 4) {
      pixels.fill(pixels[i + 3] as number, i, i + 3)
      pixels[i + 3] = 255
    }
    return { ...image, alpha: false }
  },
  result: (image) => ({ ...image, alpha: false }),
  memory: (image) => ({ arrays: rgbaBytes(image) }),
}

export default mask
