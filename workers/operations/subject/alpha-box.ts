import type { Box } from '../../../src/contract/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** Alpha from which a pixel is seen: fringes and specks of cut-outs stay below. */
const SEEN = 16

/**
 * The box of what is not transparent. Undefined where transparency does not set anything apart: the box is the whole
 * image and its border is opaque for the greater part.
 */
export function alphaBox(image: RasterImage): Box | undefined {
  if (!image.alpha) return undefined
  const { width, height } = image
  const isSeen = (x: number, y: number) => (image.pixels[(y * width + x) * 4 + 3] as number) >= SEEN
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isSeen(x, y)) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top > y) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  const whole = box.width === width && box.height === height
  return whole && !mostlyTransparent(width, height, isSeen) ? undefined : box
}

function mostlyTransparent(
  width: number,
  height: number,
  isSeen: (x: number, y: number) => boolean,
): boolean {
  let seen = 0
  for (let x = 0; x < width; x++) seen += Number(isSeen(x, 0)) + Number(isSeen(x, height - 1))
  for (let y = 0; y < height; y++) seen += Number(isSeen(0, y)) + Number(isSeen(width - 1, y))
  return seen < width + height
}
