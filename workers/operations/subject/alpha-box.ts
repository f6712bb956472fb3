import type { Box } from '../../../src/plan/size.ts'
import { boundingBox } from '../../image/bounding-box.ts'
import type { RasterImage } from '../../image/image.ts'

/** Minimum alpha of a visible pixel, 0 to 1: fringes and specks of cut-outs stay below it. */
export const VISIBLE = 16 / 255

/**
 * The bounding box of the visible pixels. Undefined if transparency separates nothing: no pixel is visible, or the box
 * is the whole image and most of its border is opaque.
 */
export function alphaBox(image: RasterImage): Box | undefined {
  if (!image.alpha) return undefined
  const { width, height } = image
  const isVisible = (i: number) => (image.pixels[i * 4 + 3] as number) >= VISIBLE * 255
  const box = boundingBox(image, isVisible)
  if (!box) return undefined
  const whole = box.width === width && box.height === height
  return whole && !mostlyTransparent(width, height, isVisible) ? undefined : box
}

/** Whether more than half of the border is transparent. */
function mostlyTransparent(
  width: number,
  height: number,
  isVisible: (index: number) => boolean,
): boolean {
  const isVisibleAt = (x: number, y: number) => isVisible(y * width + x)
  let visibleCount = 0
  for (let x = 0; x < width; x++)
    visibleCount += Number(isVisibleAt(x, 0)) + Number(isVisibleAt(x, height - 1))
  for (let y = 0; y < height; y++)
    visibleCount += Number(isVisibleAt(0, y)) + Number(isVisibleAt(width - 1, y))
  return visibleCount < width + height
}
