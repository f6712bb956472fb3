import { paddedCanvas } from '../../../src/plan/padding.ts'
import type { Box, Size } from '../../../src/plan/size.ts'
import type { ResizeOptions } from '../../../src/plan/steps.ts'
import type { FoundBy } from '../../../src/shared/worker/details.ts'
import { boundingBox } from '../../image/bounding-box.ts'
import type { RasterImage } from '../../image/image.ts'
import { alphaBox, VISIBLE } from './alpha-box.ts'
import { barsBox } from './bars.ts'
import { cropWindow } from './crop-window.ts'
import type { Seen } from './matte.ts'
import { matteWindow, movedToFaces } from './matte-window.ts'
import { plainBackgroundBox } from './plain-background.ts'
import { salientBox } from './salient.ts'
import { shrink } from './shrink.ts'

/** Longer side of the analyzed copy: details smaller than 1/400 of the image do not matter. */
const SIDE = 400

/** The content or the item of an image. */
export interface Subject {
  /** In pixels of the image. */
  box: Box
  /** Undefined where no item was found: the box is that of all there is. */
  by?: FoundBy
}

/**
 * Finds the content or item of an image. Tried in this order: the visible part of a transparent image, objects in front
 * of a plain background, the part inside of bars, what background removal would keep, the salient part.
 */
export async function findSubject(
  image: RasterImage,
  { focus, target }: Pick<ResizeOptions, 'target'> & { focus: 'content' | 'item' },
  look: () => Promise<Seen | undefined>,
): Promise<Subject> {
  const visible = alphaBox(image)
  if (visible) return { box: visible, by: 'transparency' }
  const small = shrink(image, SIDE)
  const plain = plainBackgroundBox(small) ?? barsBox(small)
  if (plain && (focus === 'content' || !plain.bars)) {
    return { box: enlargeBox(plain, small, image), by: plain.bars ? 'bars' : 'backdrop' }
  }
  const seen = await look()
  const matte = seen?.alpha
  const ratio = paddedCanvas(image, target).inner
  if (focus === 'content') {
    const size = seen?.size ?? small
    const faces = seen?.faces ?? []
    const window = matte
      ? matteWindow(matte, faces, ratio)
      : movedToFaces(scaled(await cropWindow(small, ratio), small, size), faces, size)
    return { box: windowAt(window, size, image, ratio), by: matte ? 'matte' : 'saliency' }
  }
  const item = matte && boundingBox(matte, (i) => (matte.values[i] as number) >= VISIBLE)
  if (item) return { box: enlargeBox(item, matte, image), by: 'matte' }
  const salient = salientBox(small, plain)
  if (salient) return { box: enlargeBox(salient, small, image), by: 'saliency' }
  return { box: enlargeBox(plain ?? { x: 0, y: 0, ...small }, small, image) }
}

/**
 * The window of an aspect ratio around the same center in the large image, in whole pixels. Its sides are rounded down,
 * so that a crop to it can fill its frame.
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

/** A box of one copy of an image in pixels of another. */
function scaled({ x, y, width, height }: Box, from: Size, to: Size): Box {
  const [across, down] = [to.width / from.width, to.height / from.height]
  return { x: x * across, y: y * down, width: width * across, height: height * down }
}

/** Converts a box of the small image to pixels of the large one, rounded outwards so that it includes every pixel it touches. */
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
