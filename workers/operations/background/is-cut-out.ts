import type { RasterImage } from '../../image/image.ts'

/** Minimum alpha of a visible pixel, 0 to 255: fringes and specks stay below it. */
const VISIBLE = 16
/** The least share of transparent pixels, and the most of the border that is visible: docs/quality.md has what they tell apart. */
const LEAST_TRANSPARENT = 0.025
const MOST_OF_BORDER = 0.6

/** Whether an image has lost its background already: something visible lies on transparency, and does not fill the frame. */
export function isCutOut({ alpha, pixels, width, height }: RasterImage): boolean {
  if (!alpha) return false
  let [transparent, atBorder, border] = [0, 0, 0]
  for (let y = 0, i = 3; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const isVisible = (pixels[i] as number) >= VISIBLE
      if (!isVisible) transparent++
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) continue
      border++
      if (isVisible) atBorder++
    }
  }
  const count = width * height
  const isPartly = transparent >= LEAST_TRANSPARENT * count && transparent < count
  return isPartly && atBorder <= MOST_OF_BORDER * border
}
