import type { Box } from '../../../src/contract/plan/size.ts'
import { boundingBox } from '../../image/bounding-box.ts'
import type { RasterImage } from '../../image/image.ts'

/** Alpha from which a pixel is seen: fringes and specks of cut-outs stay below. */
const VISIBLE_ALPHA = 16

/**
 * The box of what is not transparent. Undefined where transparency does not set anything apart: the box is the whole
 * image and its border is opaque for the greater part.
 */
export function alphaBox(image: RasterImage): Box | undefined {
  if (!image.alpha) return undefined
  const { width, height } = image
  const isVisible = (i: number) => (image.pixels[i * 4 + 3] as number) >= VISIBLE_ALPHA
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
  let seen = 0
  for (let x = 0; x < width; x++)
    seen += Number(isVisibleAt(x, 0)) + Number(isVisibleAt(x, height - 1))
  for (let y = 0; y < height; y++)
    seen += Number(isVisibleAt(0, y)) + Number(isVisibleAt(width - 1, y))
  return seen < width + height
}
