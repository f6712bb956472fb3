import { bilinearRows } from '../../image/bilinear.ts'
import type { RasterImage } from '../../image/image.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'
import type { RefinedMask } from './refine.ts'

/** The alpha, 0 to 1, of each row of an image that is as large as the refined mask's or larger. Valid until the next call. */
export function alphaRows({ affine, inside, near }: RefinedMask, image: RasterImage) {
  const { width, pixels } = image
  const [red, green, blue, offset] = affine.map((plane) => bilinearRows(plane, image)) as [
    Row,
    Row,
    Row,
    Row,
  ]
  const [insideRows, nearRows] = [bilinearRows(inside, image), bilinearRows(near, image)]
  const alpha = new Float32Array(width)
  return (y: number): Float32Array => {
    const [r, g, b, base] = [red(y), green(y), blue(y), offset(y)]
    const [insideRow, weight] = [insideRows(y), nearRows(y)]
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const share = weight[x] as number
      const hard = insideRow[x] as number
      if (share === 0) {
        alpha[x] = hard
        continue
      }
      const sum =
        (r[x] as number) * (pixels[at] as number) +
        (g[x] as number) * (pixels[at + 1] as number) +
        (b[x] as number) * (pixels[at + 2] as number)
      const value = Math.min(1, Math.max(0, sum / 255 + (base[x] as number)))
      alpha[x] = hard + (value - hard) * share
    }
    return alpha
  }
}

/** The same of all rows at once. */
export function alphaPlane(refined: RefinedMask, image: RasterImage): Plane {
  const alpha = emptyPlane(image)
  const row = alphaRows(refined, image)
  for (let y = 0; y < image.height; y++) alpha.values.set(row(y), y * image.width)
  return alpha
}

type Row = (y: number) => Float32Array
