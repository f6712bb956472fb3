import { exactPixels, type Length, percentOf } from '../request/lengths.ts'
import { unexpected } from '../shared/errors.ts'
import type { Size, TargetSize } from './size.ts'

/** The canvas, and the size that its padding leaves for the image. Not rounded. */
export interface PaddedCanvas {
  canvas: Size
  inner: Size
}

/**
 * Padding reduces the inner size where a dimension is given, and enlarges the canvas where none is. Percentages refer
 * to the same axis of the canvas, or of the image where no dimension is given.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function paddedCanvas(image: Size, { width, height, padding }: TargetSize): PaddedCanvas {
  if (width === undefined && height === undefined) {
    return {
      inner: image,
      canvas: {
        width: image.width + 2 * exactPixels(padding, image.width),
        height: image.height + 2 * exactPixels(padding, image.height),
      },
    }
  }
  const inner = innerSize(image, padding, width, height)
  return {
    inner,
    canvas: {
      width: width ?? withPadding(inner.width, padding),
      height: height ?? withPadding(inner.height, padding),
    },
  }
}

/** Where only one dimension is given, the other keeps the image's aspect ratio. */
function innerSize(image: Size, padding: Length, width?: number, height?: number): Size {
  const w = width && withoutPadding(width, padding)
  const h = height && withoutPadding(height, padding)
  return {
    width: w ?? (image.width * Number(h)) / image.height,
    height: h ?? (image.height * Number(w)) / image.width,
  }
}

/** A length minus its padding on both sides. */
function withoutPadding(length: number, padding: Length): number {
  const inner = length - 2 * exactPixels(padding, length)
  if (inner >= 1) return inner
  throw unexpected('padding', `less than half of ${Math.round(length)} pixels`, padding)
}

/** A length plus its padding on both sides. Percentages refer to the sum. */
function withPadding(inner: number, padding: Length): number {
  const percent = percentOf(padding)
  return percent === undefined ? inner + 2 * Number(padding) : inner / (1 - percent / 50)
}
