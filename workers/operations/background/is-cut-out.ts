import { boundingBox } from '../../image/bounding-box.ts'
import type { RasterImage } from '../../image/image.ts'

/** Minimum alpha of a visible pixel, 0 to 255: fringes and specks stay below it. */
const VISIBLE = 16
/**
 * A cut-out shows less of its bounding box than this. Four reference cut-outs show 0.37 to 0.74; a photograph cut to a
 * circle shows 0.79, one with rounded corners or in a transparent frame more.
 */
const MOST_SHOWN = 0.76

/** Whether an image has lost its background already: what is visible has the outline of a thing, not of a photograph. */
export function isCutOut(image: RasterImage): boolean {
  if (!image.alpha) return false
  const { pixels } = image
  let count = 0
  const box = boundingBox(image, (i) => {
    const isVisible = (pixels[i * 4 + 3] as number) >= VISIBLE
    if (isVisible) count++
    return isVisible
  })
  return box !== undefined && count < MOST_SHOWN * box.width * box.height
}
