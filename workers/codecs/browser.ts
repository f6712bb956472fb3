import type { RasterImage } from '../image/image.ts'
import { readBitmap } from './bitmap.ts'
import type { Codec, LoadedFile } from './codec.ts'
import type { Header } from './containers/header.ts'
import { clearOrientation } from './containers/orientation.ts'
import { orient } from './orient.ts'
import { straightAlphaDecoders } from './straight-alpha.ts'
import { decodeFrame, readOpaque } from './web-codecs.ts'

/**
 * Opens a format with the browser's own decoder. Files with alpha go to a decoder that keeps straight alpha if there is
 * one: a 2D canvas premultiplies, which loses colors under low alpha.
 */
export const browser = (header: Codec['header']): Codec => ({ by: 'browser', header, decode })

async function decode(file: LoadedFile, header: Header): Promise<RasterImage> {
  const frame = await decodeFrame(file, header)
  return frame ? { ...frame, alpha: header.alpha } : decodeWithoutFrames(file, header)
}

/** What every browser can do. */
export async function decodeWithoutFrames(
  { blob }: Pick<LoadedFile, 'blob'>,
  { format, alpha, orientation, convertToSrgb }: Header,
  read = readBitmapWith(alpha),
): Promise<RasterImage> {
  const decodeStraight = alpha && !convertToSrgb && straightAlphaDecoders[format]
  if (decodeStraight) {
    const { data, width, height } = await decodeStraight(blob)
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    return orient({ width, height, pixels, alpha }, orientation.value)
  }
  const bitmap = await createImageBitmap(clearOrientation(blob, orientation), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: convertToSrgb ? 'default' : 'none',
  })
  const image = { ...(await read(bitmap)), alpha }
  // Without an offset the browser has applied the orientation already.
  return orientation.offset === undefined ? image : orient(image, orientation.value)
}

/** Reads and closes a bitmap. */
const readBitmapWith = (alpha: boolean) => async (bitmap: ImageBitmap) => {
  const opaque = alpha ? undefined : await readOpaque(bitmap)
  if (!opaque) return readBitmap(bitmap)
  bitmap.close()
  return opaque
}
