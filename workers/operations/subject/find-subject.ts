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

/** The longer side of the image that is looked at: details below a 400th of it decide nothing. */
const SIDE = 400

/**
 * The content or the item of an image, as a box in its pixels; no model takes part. In this order: what is not
 * transparent; what stands before a plain backdrop; what is inside of bars; what draws the eye.
 */
export async function findSubject(
  image: RasterImage,
  { focus, target }: Pick<ResizeOptions, 'target'> & { focus: 'content' | 'item' },
): Promise<Box> {
  const visible = alphaBox(image)
  if (visible) return visible
  const small = shrink(image, SIDE)
  const plain = backdropBox(small) ?? barsBox(small)
  if (plain && (focus === 'content' || !plain.bars)) return enlargeBox(plain, small, image)
  if (focus === 'item') return enlargeBox(salientBox(small, plain), small, image)
  const ratio = paddedCanvas(image, target).inner
  return windowAt(await cropWindow(small, ratio), small, image, ratio)
}

/**
 * The window of a ratio about the same place of the large image: whole pixels, and none too many, so that a crop
 * to it can fill its frame.
 */
function windowAt(box: Box, small: Size, image: Size, ratio: Size): Box {
  const scale = Math.min(image.width / ratio.width, image.height / ratio.height)
  const side = (length: number) => Math.max(1, Math.floor(length * scale + 1e-6))
  const [width, height] = [side(ratio.width), side(ratio.height)]
  const x = ((box.x + box.width / 2) * image.width) / small.width - width / 2
  const y = ((box.y + box.height / 2) * image.height) / small.height - height / 2
  return {
    x: Math.min(Math.max(0, Math.round(x)), image.width - width),
    y: Math.min(Math.max(0, Math.round(y)), image.height - height),
    width,
    height,
  }
}

/** A box of the small image in pixels of the large one: what a small pixel covers is in it. */
function enlargeBox({ x, y, width, height }: Box, small: Size, image: Size): Box {
  const across = image.width / small.width
  const down = image.height / small.height
  const [left, top] = [Math.floor(x * across), Math.floor(y * down)]
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(image.width, Math.ceil((x + width) * across)) - left),
    height: Math.max(1, Math.min(image.height, Math.ceil((y + height) * down)) - top),
  }
}
