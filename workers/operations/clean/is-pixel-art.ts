import type { Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** Minimum share of neighboring pixels of the original that are equal, and maximum share of small steps among the others. */
const EQUAL = 0.45
const SMALL = 0.2
/** A step is small if no channel changes by more. */
const SMALL_STEP = 8

/**
 * Whether an image that was enlarged by nearest neighbor shows pixel art, whose blocks are intended: neighboring pixels of
 * its original are equal or far apart. In a photograph most differ a little.
 */
export function isPixelArt(image: RasterImage, original: Size): boolean {
  const offsets = cellOffsets(image, original)
  let [pairs, equal, small] = [0, 0, 0]
  const compare = (a: number, b: number) => {
    const step = largestStep(image, a, b)
    pairs++
    if (step === 0) equal++
    else if (step <= SMALL_STEP) small++
  }
  for (let y = 0; y < original.height; y++) {
    for (let x = 0; x < original.width; x++) {
      const at = offsets(x, y)
      if (!isVisible(image, at)) continue
      for (const [u, v] of [
        [x + 1, y],
        [x, y + 1],
      ] as const) {
        const next = offsets(u, v)
        if (u < original.width && v < original.height && isVisible(image, next)) compare(at, next)
      }
    }
  }
  return equal > pairs * EQUAL && small <= (pairs - equal) * SMALL
}

/** Returns where a pixel of the original begins in the image's bytes: the middle of its block. */
function cellOffsets(image: Size, original: Size): (x: number, y: number) => number {
  const middle = (at: number, length: number, count: number) =>
    Math.min(length - 1, Math.floor(((at + 0.5) * length) / count))
  return (x, y) =>
    4 *
    (middle(y, image.height, original.height) * image.width +
      middle(x, image.width, original.width))
}

const isVisible = ({ pixels }: RasterImage, at: number) => pixels[at + 3] !== 0

function largestStep({ pixels }: RasterImage, a: number, b: number): number {
  let most = 0
  for (let c = 0; c < 3; c++) {
    most = Math.max(most, Math.abs((pixels[a + c] as number) - (pixels[b + c] as number)))
  }
  return most
}
