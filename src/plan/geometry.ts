import type { Length } from '../request/lengths.ts'
import { place } from './fits.ts'
import { bounded } from './min-max.ts'
import { rooms } from './padding.ts'

export interface Size {
  width: number
  height: number
}

/** A rectangle, in pixels. */
export interface Box extends Size {
  x: number
  y: number
}

export type Fit = 'canvas' | 'bounds' | 'cover' | 'crop'
export type Focus = 'center' | 'content' | 'item'

/** What a request asks of sizes, for one source. In pixels, but for padding in per cent. */
export interface Frame {
  width?: number
  height?: number
  fit: Fit
  /** What a crop keeps in view. */
  focus: Focus
  padding: Length
  minLength?: number
  maxLength?: number
}

/** The picture scaled as a whole, the part of it that is seen, and where that part stands on the canvas. In pixels. */
export interface Layout {
  scaled: Size
  visible: Box
  canvas: Size
  x: number
  y: number
}

export const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/**
 * Where a picture of size `source` goes in `frame`. `found` is its content or item, in pixels of the source;
 * without it a crop is about the centre.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function layout(source: Size, frame: Frame, found?: Box): Layout {
  const item = frame.fit === 'crop' && frame.focus === 'item' ? found : undefined
  const placed = place(source, frame, rooms(item ?? source, frame), found)
  const shortest = item ? onScreen(item, placed, source) : placed.canvas
  return bounded(placed, frame, Math.min(shortest.width, shortest.height))
}

const onScreen = (item: Box, { scaled }: Layout, source: Size): Size => ({
  width: (item.width * scaled.width) / source.width,
  height: (item.height * scaled.height) / source.height,
})
