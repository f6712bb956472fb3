import type { Size } from '../../src/contract/plan/size.ts'
import type { RasterImage } from '../image/image.ts'
import { readBitmap } from './bitmap.ts'
import type { Codec, LoadedFile } from './codec.ts'
import type { Header } from './containers/header.ts'
import { clearOrientation } from './containers/orientation.ts'
import { orient, swapsSides } from './orient.ts'
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
  header: Header,
  read = readBitmapWith(header.alpha),
): Promise<RasterImage> {
  const { format, alpha, orientation, convertToSrgb } = header
  const decodeStraight = alpha && !convertToSrgb && straightAlphaDecoders[format]
  if (decodeStraight) {
    const { data, width, height } = await decodeStraight(blob)
    requireSize({ width, height }, header)
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    return orient({ width, height, pixels, alpha }, orientation.value)
  }
  const bitmap = await createImageBitmap(clearOrientation(blob, orientation), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: convertToSrgb ? 'default' : 'none',
  })
  // Without an offset the browser has applied the orientation already.
  const isTurned = orientation.value !== 1 && orientation.offset === undefined
  requireSize(bitmap, isTurned && swapsSides(orientation.value) ? swapped(header) : header)
  // Chromium's frames show such a bitmap as it was before.
  const image = { ...(isTurned ? readBitmap(bitmap) : await read(bitmap)), alpha }
  return isTurned ? image : orient(image, orientation.value)
}

/** The plan and the limits were made for the size in the header. */
function requireSize({ width, height }: Size, expected: Size): void {
  if (width === expected.width && height === expected.height) return
  throw new Error(`an image of ${width} x ${height}, not ${expected.width} x ${expected.height}`)
}

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width })

/** Reads and closes a bitmap. */
const readBitmapWith = (alpha: boolean) => async (bitmap: ImageBitmap) => {
  const opaque = alpha ? undefined : await readOpaque(bitmap)
  if (!opaque) return readBitmap(bitmap)
  bitmap.close()
  return opaque
}
