import { paddedCanvas } from '../../../src/contract/plan/padding.ts'
import type { Box, Size } from '../../../src/contract/plan/size.ts'
import type { ResizeOptions } from '../../../src/contract/plan/steps.ts'
import type { RasterImage } from '../../image/image.ts'
import { alphaBox } from './alpha-box.ts'
import { backdropBox } from './backdrop.ts'
import { barsBox } from './bars.ts'
import { cropWindow } from './crop-window.ts'
import { salientBox } from './salient.ts'
import { shrink } from './shrink.ts'

/** The longer side of the picture that is looked at: details below a 400th of it decide nothing. */
const SIDE = 400

/**
 * The content or the item of a picture, as a box in its pixels; no model takes part. In this order: what is not
 * transparent; what stands before a plain backdrop; what is inside of bars; what draws the eye.
 */
export async function findSubject(
  picture: RasterImage,
  { focus, target }: Pick<ResizeOptions, 'target'> & { focus: 'content' | 'item' },
): Promise<Box> {
  const visible = alphaBox(picture)
  if (visible) return visible
  const small = shrink(picture, SIDE)
  const plain = backdropBox(small) ?? barsBox(small)
  if (plain && (focus === 'content' || !plain.bars)) return enlarged(plain, small, picture)
  if (focus === 'item') return enlarged(salientBox(small, plain), small, picture)
  const ratio = paddedCanvas(picture, target).inner
  return windowAt(await cropWindow(small, ratio), small, picture, ratio)
}

/**
 * The window of a ratio about the same place of the large picture: whole pixels, and none too many, so that a crop
 * to it can fill its frame.
 */
function windowAt(box: Box, small: Size, picture: Size, ratio: Size): Box {
  const scale = Math.min(picture.width / ratio.width, picture.height / ratio.height)
  const side = (length: number) => Math.max(1, Math.floor(length * scale + 1e-6))
  const [width, height] = [side(ratio.width), side(ratio.height)]
  const x = ((box.x + box.width / 2) * picture.width) / small.width - width / 2
  const y = ((box.y + box.height / 2) * picture.height) / small.height - height / 2
  return {
    x: Math.min(Math.max(0, Math.round(x)), picture.width - width),
    y: Math.min(Math.max(0, Math.round(y)), picture.height - height),
    width,
    height,
  }
}

/** A box of the small picture in pixels of the large one: what a small pixel covers is in it. */
function enlarged({ x, y, width, height }: Box, small: Size, picture: Size): Box {
  const across = picture.width / small.width
  const down = picture.height / small.height
  const [left, top] = [Math.floor(x * across), Math.floor(y * down)]
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(picture.width, Math.ceil((x + width) * across)) - left),
    height: Math.max(1, Math.min(picture.height, Math.ceil((y + height) * down)) - top),
  }
}
