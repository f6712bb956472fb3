import { orientedSize, uprightBox } from '../../../src/plan/orientation.ts'
import { isSameSize, type Size } from '../../../src/plan/size.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { orient } from '../../image/orient.ts'
import type { Codec, LoadedFile } from '../shared/codec.ts'
import type { Header } from '../shared/header.ts'
import { clearOrientation } from '../shared/orientation.ts'
import { readBitmap } from './bitmap.ts'
import { decodeFrame, readOpaque } from './web-codecs.ts'

/**
 * Opens a format with the browser's own decoder. Files with alpha go to `decodeStraight`, which keeps straight alpha, if
 * there is one: a 2D canvas premultiplies, which loses colors under low alpha. GIF needs none: its alpha is 0 or 255.
 */
export const browser = (
  header: Codec['header'],
  decodeStraight?: Codec['decodeStraight'],
): Codec => ({
  by: 'browser',
  header,
  ...(decodeStraight && { decodeStraight }),
  async decode(file, header) {
    const frame = await decodeFrame(file, header)
    if (frame) return { ...frame, alpha: header.alpha }
    return decodeWithoutFrames(file, header, decodeStraight)
  },
})

/** What every browser can do. */
export async function decodeWithoutFrames(
  { blob }: Pick<LoadedFile, 'blob'>,
  header: Header,
  decodeStraight?: Codec['decodeStraight'],
  read = readBitmapWith(header.alpha),
): Promise<RasterImage> {
  const { alpha, orientation, convertToSrgb } = header
  if (decodeStraight && alpha && !convertToSrgb) {
    const { data, width, height } = await decodeStraight(blob)
    requireSize({ width, height }, header)
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    return orient(shown({ width, height, pixels, alpha }, header), orientation.value)
  }
  const bitmap = await createImageBitmap(clearOrientation(blob, orientation), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: convertToSrgb ? 'default' : 'none',
  })
  // Without an offset the browser has applied the orientation already.
  const isTurned = orientation.value !== 1 && orientation.offset === undefined
  const turned = isTurned ? orientation.value : 1
  requireSize(bitmap, header, turned)
  // Chromium's frames show such a bitmap as it was before.
  const image = shown(
    { ...(isTurned ? readBitmap(bitmap) : await read(bitmap)), alpha },
    header,
    turned,
  )
  return isTurned ? image : orient(image, orientation.value)
}

/** The plan and the limits were made for the size in the header. `turned`: the orientation that was applied. */
function requireSize(size: Size, header: Header, turned = 1): void {
  const expected = orientedSize(header, turned)
  if (isSameSize(size, expected)) return
  if (header.aperture && isSameSize(size, orientedSize(header.aperture.stored, turned))) return
  const { width, height } = size
  throw new Error(`an image of ${width} x ${height}, not ${expected.width} x ${expected.height}`)
}

/** The part of an image that is shown, if its decoder has not cut it out: Chromium does so in a corner only. */
function shown(image: RasterImage, header: Header, turned = 1): RasterImage {
  const { aperture, width, height } = header
  if (!aperture || isSameSize(image, orientedSize(header, turned))) return image
  return cropImage(image, uprightBox({ ...aperture, width, height }, aperture.stored, turned))
}

/** Reads and closes a bitmap. */
const readBitmapWith = (alpha: boolean) => async (bitmap: ImageBitmap) => {
  const opaque = alpha ? undefined : await readOpaque(bitmap)
  if (!opaque) return readBitmap(bitmap)
  bitmap.close()
  return opaque
}
