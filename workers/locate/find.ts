import type { Box, Size } from '../../src/plan/geometry.ts'
import { rooms } from '../../src/plan/padding.ts'
import type { Framing } from '../../src/plan/steps.ts'
import type { Picture } from '../picture.ts'
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
export async function find(
  picture: Picture,
  { focus, frame }: Pick<Framing, 'frame'> & { focus: 'content' | 'item' },
): Promise<Box> {
  const visible = alphaBox(picture)
  if (visible) return visible
  const small = shrink(picture, SIDE)
  const plain = backdropBox(small) ?? barsBox(small)
  if (plain && (focus === 'content' || !plain.bars)) return enlarged(plain, small, picture)
  const box =
    focus === 'item'
      ? salientBox(small, plain)
      : await cropWindow(small, rooms(picture, frame).inner)
  return enlarged(box, small, picture)
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
