import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { measureCells } from './cells.ts'
import { findPaper } from './find-paper.ts'
import { correctFlatField } from './flat-field.ts'
import { paperPlanes } from './paper-planes.ts'

/** Whether an image shows a page. */
export const showsPage = async (image: RasterImage, checkpoints: Checkpoints): Promise<boolean> =>
  findPaper(await measureCells(image, checkpoints, [0, 0.3])) !== undefined

/** Divides an image by the color of its paper, in place. An image without a page is left unchanged. */
export async function levelLight(image: RasterImage, checkpoints: Checkpoints): Promise<void> {
  const grid = await measureCells(image, checkpoints, [0, 0.3])
  const paper = findPaper(grid)
  if (paper) await correctFlatField(image, paperPlanes(grid, paper), checkpoints, [0.3, 1])
}
