import type { RasterImage } from '../../image/image.ts'
import type { OperationContext } from '../operation.ts'
import { measureCells } from './cells.ts'
import { findPaper } from './find-paper.ts'
import { correctFlatField } from './flat-field.ts'
import { paperPlanes } from './paper-planes.ts'

/** Divides an image by the color of its paper, in place. An image without a page is left unchanged. */
export async function levelLight(image: RasterImage, context: OperationContext): Promise<void> {
  const grid = await measureCells(image, context, [0, 0.3])
  const paper = findPaper(grid)
  if (paper) await correctFlatField(image, paperPlanes(grid, paper), context, [0.3, 1])
}
