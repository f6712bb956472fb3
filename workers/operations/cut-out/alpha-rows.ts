import { isSameSize } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Plane } from '../../image/plane.ts'
import { boxAround, cropPlane, placedIn, placedOn } from '../../image/plane-part.ts'
import { colorGuidedFilter } from './color-guided-filter.ts'

/** Of the guided filter, in pixels of the copy: larger windows blur hair. */
const RADIUS = 2
const EPSILON = 1e-4

/** An alpha this near to 0 or 1 is of one side. */
const SEEN = 1e-4

/**
 * The alpha of each row of an image, of which `small` is a copy that is as large or smaller, by the alpha of the copy: where both
 * sides meet it follows the colors. Valid until the next call.
 */
export function alphaRows(alpha: Plane, small: RasterImage, image: RasterImage) {
  if (isSameSize(small, image)) return bilinearRows(alpha, image)
  const box = boxAround(alpha, [SEEN, 1 - SEEN], 2 * RADIUS + 1)
  const part = cropPlane(alpha, box)
  const [r, g, b, offset] = colorGuidedFilter(cropImage(small, box), part, RADIUS, EPSILON)
  const slopes = [r, g, b].map((plane) => bilinearRows(placedIn(small, box, plane), image))
  const [red, green, blue] = slopes as [Row, Row, Row]
  const base = bilinearRows(placedOn(alpha, box, offset), image)
  const { width, pixels } = image
  const values = new Float32Array(width)
  return (y: number): Float32Array => {
    const [r, g, b, rest] = [red(y), green(y), blue(y), base(y)]
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const sum =
        (r[x] as number) * (pixels[at] as number) +
        (g[x] as number) * (pixels[at + 1] as number) +
        (b[x] as number) * (pixels[at + 2] as number)
      values[x] = Math.min(1, Math.max(0, sum / 255 + (rest[x] as number)))
    }
    return values
  }
}

type Row = (y: number) => Float32Array
