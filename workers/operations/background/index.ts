import { UNKNOWN } from '../../image/border-color.ts'
import { limitedSize, limitSize, limitSizeMemory } from '../../image/limit-size.ts'
import { beside, peakOf, planeBytes, rgbaBytes } from '../../image/memory.ts'
import { emptyPlane } from '../../image/plane.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { findMask, maskModel } from './find-mask.ts'
import { isCutOut } from './is-cut-out.ts'

/** Planes of the size that the mask is found at. */
const PLANES = 5

/**
 * Finds the mask of the item or the people, on an image of at most 2048 pixels a side; an empty one where there is nothing.
 * A cut-out gets none: a network would take parts of it for background. People are looked for in any image.
 */
const background: Operation<StepOf<'background'>> = {
  async run(image, { remove }, context) {
    if (remove !== 'human' && isCutOut(image)) {
      context.observe({ cutOutBefore: true })
      return { ...image, backgroundColor: UNKNOWN }
    }
    const small = await limitSize(image)
    return { ...image, mask: (await findMask(small, remove, context)) ?? emptyPlane(small) }
  },
  readsOnly: true,
  models: ({ remove }, custom) => [maskModel(remove, custom)],
  memory(image, { remove }) {
    const size = limitedSize(image)
    const isCopy = size.width < image.width || size.height < image.height
    const held = rgbaBytes(image) + (isCopy ? rgbaBytes(size) : 0) + planeBytes(size, PLANES)
    // Of a model of the application's own nothing is known.
    return peakOf(limitSizeMemory(image), beside(held, fixedInputMemory(maskModel(remove, {}))))
  },
}

export default background
