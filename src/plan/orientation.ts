import type { Box, Size } from './size.ts'

/** Where an image's first row and column are, as EXIF numbers it: 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The size of an image once it is upright. From 5 on, orientations swap its sides. */
export const orientedSize = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** Where a part of a stored image lies in the upright image. */
export function uprightBox(part: Box, size: Size, orientation: number): Box {
  const [right, bottom] = [part.x + part.width - 1, part.y + part.height - 1]
  const [x1, y1] = uprightPosition(orientation, part.x, part.y, size)
  const [x2, y2] = uprightPosition(orientation, right, bottom, size)
  return {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x1 - x2) + 1,
    height: Math.abs(y1 - y2) + 1,
  }
}

/** Where the pixel (x, y) of a stored image goes in the upright image. */
export function uprightPosition(
  orientation: number,
  x: number,
  y: number,
  { width: w, height: h }: Size,
): [number, number] {
  switch (orientation) {
    case 2:
      return [w - 1 - x, y]
    case 3:
      return [w - 1 - x, h - 1 - y]
    case 4:
      return [x, h - 1 - y]
    case 5:
      return [y, x]
    case 6:
      return [h - 1 - y, x]
    case 7:
      return [h - 1 - y, w - 1 - x]
    case 8:
      return [y, w - 1 - x]
    default:
      return [x, y]
  }
}
