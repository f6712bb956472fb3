import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { CELL_BYTES, measureCells } from './cells.ts'
import { findPaper } from './find-paper.ts'
import { correctFlatField } from './flat-field.ts'
import { paperPlanes } from './paper-planes.ts'

/**
 * Makes the paper of a photographed or scanned page white under uneven light, and its ink dark, in place: the image is
 * divided by its paper color, as in flat-field correction. An image without a page is left unchanged.
 */
const document: Operation<StepOf<'document'>> = {
  async run(image, _, context) {
    const grid = await measureCells(image, context, [0, 0.3])
    const paper = findPaper(grid)
    if (paper) await correctFlatField(image, paperPlanes(grid, paper), context, [0.3, 1])
    return image
  },
  memory: (image) => ({ arrays: rgbaBytes(image) + CELL_BYTES }),
}

export default document
