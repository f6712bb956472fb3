import { unexpected } from '../errors.ts'
import { inPixels, type Length, percentOf } from '../request/lengths.ts'
import { atLeastOne, type Frame, type Size } from './geometry.ts'

/** The canvas, and the room in it that padding leaves for the picture. */
export interface Rooms {
  canvas: Size
  inner: Size
}

/**
 * Padding is inside given dimensions and outside the others. Per cent is of the same axis of the canvas;
 * of the picture's axis where no dimension is given.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function rooms(picture: Size, { width, height, padding }: Frame): Rooms {
  if (width === undefined && height === undefined) {
    return {
      inner: { width: picture.width, height: picture.height },
      canvas: {
        width: picture.width + 2 * inPixels(padding, picture.width),
        height: picture.height + 2 * inPixels(padding, picture.height),
      },
    }
  }
  const inner = room(picture, padding, width, height)
  return {
    inner,
    canvas: {
      width: width ?? around(inner.width, padding),
      height: height ?? around(inner.height, padding),
    },
  }
}

/** Where only one dimension is given, the other keeps the picture's ratio. */
function room(picture: Size, padding: Length, width?: number, height?: number): Size {
  const w = width && within(width, padding)
  const h = height && within(height, padding)
  return {
    width: w ?? atLeastOne((picture.width * Number(h)) / picture.height),
    height: h ?? atLeastOne((picture.height * Number(w)) / picture.width),
  }
}

/** A given length less its padding on both sides. */
function within(length: number, padding: Length): number {
  const inner = length - 2 * inPixels(padding, length)
  if (inner >= 1) return inner
  throw unexpected('padding', `less than half of ${length} pixels`, padding)
}

/** A length with padding on both sides, per cent of the sum. */
function around(inner: number, padding: Length): number {
  const percent = percentOf(padding)
  if (percent === undefined) return inner + 2 * Number(padding)
  const part = percent / 100
  return inner + 2 * Math.round((inner * part) / (1 - 2 * part))
}
