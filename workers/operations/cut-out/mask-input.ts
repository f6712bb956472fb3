import type { Size } from '../../../src/plan/size.ts'
import { hasTransparency, type RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'

/** What a picture says as a mask, 0 to 1, scaled to a size: its alpha, or, where it is opaque, its luma. */
export async function maskOf(picture: RasterImage, size: Size): Promise<Plane> {
  const seesThrough = hasTransparency(picture)
  const { pixels } = await scaledTo(picture, size)
  return mapPlane(
    (i) => (seesThrough ? (pixels[i * 4 + 3] as number) / 255 : lumaAt(pixels, i * 4)),
    size,
  )
}

/** Unlike sharper filters, this one makes nothing that is darker or lighter than what is around it. */
export const scaledTo = (picture: RasterImage, { width, height }: Size) =>
  picture.width === width && picture.height === height
    ? picture
    : resample(picture, { width, height, filter: 'triangle' })
