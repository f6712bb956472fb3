import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** Whether an EXIF orientation (1 to 8) swaps width and height. */
export const swapsSides = (orientation: number) => orientation >= 5

/** Turns and mirrors an image upright by its EXIF orientation (1 to 8). Returns the same image for 1. */
export function orient(image: RasterImage, orientation: number): RasterImage {
  if (orientation === 1) return image
  const { width: w, height: h } = image
  const [width, height] = swapsSides(orientation) ? [h, w] : [w, h]
  const from = new Uint32Array(image.pixels.buffer)
  const to = new Uint32Array(w * h)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const [u, v] = uprightPosition(orientation, x, y, w, h)
      to[v * width + u] = from[i] as number
    }
  }
  return { ...image, width, height, pixels: new Uint8ClampedArray(to.buffer) }
}

/** Where a part of a stored image lies in the upright image. */
export function uprightBox(part: Box, { width, height }: Size, orientation: number): Box {
  const [right, bottom] = [part.x + part.width - 1, part.y + part.height - 1]
  const [x1, y1] = uprightPosition(orientation, part.x, part.y, width, height)
  const [x2, y2] = uprightPosition(orientation, right, bottom, width, height)
  return {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x1 - x2) + 1,
    height: Math.abs(y1 - y2) + 1,
  }
}

/** Where the pixel (x, y) of a stored image of w x h goes in the upright image. */
function uprightPosition(
  orientation: number,
  x: number,
  y: number,
  w: number,
  h: number,
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
