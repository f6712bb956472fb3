import type { Framing } from '../../../src/plan/framing.ts'
import type { Size } from '../../../src/plan/size.ts'
import { cropImage } from '../../image/crop.ts'
import { hasTransparency, type RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { orient } from '../../image/orient.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'

/** What a picture says as a mask, 0 to 1, scaled to a size: its alpha, or, where it is opaque, its luma. */
export async function maskOf(picture: RasterImage, size: Size, framing?: Framing): Promise<Plane> {
  const seesThrough = hasTransparency(picture)
  const { pixels } = await scaledTo(picture, size, framing)
  return mapPlane(
    (i) => (seesThrough ? (pixels[i * 4 + 3] as number) / 255 : lumaAt(pixels, i * 4)),
    size,
  )
}

/** A picture of the whole source, or of what `framing` shows of it, scaled to a size. */
export async function scaledTo(
  picture: RasterImage,
  size: Size,
  framing?: Framing,
): Promise<RasterImage> {
  if (!framing) return scaled(picture, size)
  const { source, box, orientation } = framing
  return scaled(orient(cropImage(await scaled(picture, source), box), orientation), size)
}

/** Unlike sharper filters, this one makes nothing that is darker or lighter than what is around it. */
const scaled = async (picture: RasterImage, { width, height }: Size) =>
  picture.width === width && picture.height === height
    ? picture
    : resample(picture, { width, height, filter: 'triangle' })
