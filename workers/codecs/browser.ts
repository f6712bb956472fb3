import type { RasterImage } from '../image/image.ts'
import { readBitmap } from './bitmap.ts'
import type { Codec, LoadedFile } from './codec.ts'
import type { Header } from './containers/header.ts'
import { clearOrientation } from './containers/orientation.ts'
import { orient } from './orient.ts'
import { straightAlphaDecoders } from './straight-alpha.ts'

/**
 * Opens a format with the browser's own decoder. Files with alpha go to a decoder that keeps straight alpha if there is
 * one: a 2D canvas premultiplies, which loses colors under low alpha.
 */
export const browser = (header: Codec['header']): Codec => ({ by: 'browser', header, decode })

async function decode({ blob }: LoadedFile, header: Header): Promise<RasterImage> {
  const { format, alpha, orientation, convertToSrgb } = header
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
  const image = { ...readBitmap(bitmap), alpha }
  // Without an offset the browser has applied the orientation already.
  return orientation.offset === undefined ? image : orient(image, orientation.value)
}
