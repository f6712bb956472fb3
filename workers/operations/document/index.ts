import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { loadPaper } from './load-paper.ts'
import { CELL_BYTES } from './memory.ts'

/**
 * Makes the paper of a photographed or scanned page white under uneven light, and its ink dark, in place: the image is
 * divided by its paper color, as in flat-field correction. An image without a page is left unchanged.
 */
const document: Operation<StepOf<'document'>> = {
  async run(image, _, context) {
    const { levelLight } = await loadPaper()
    await levelLight(image, context)
    return image
  },
  memory: (image) => ({ arrays: rgbaBytes(image) + CELL_BYTES }),
}

export default document
