import type { RasterImage } from '../../../image/image.ts'
import { naiveCmykToRgb } from '../../shared/color-models.ts'
import type { Header } from '../../shared/header.ts'
import { arrangeChannels, colorHeader, defineChannels, withHeaderBoxes } from './channels.ts'
import { colorBox, definitionBox, SRGB } from './codestream.ts'

/** The enumerated color space, and the one of a profile. */
const CMYK: (number | string)[] = [12, 'CMYK']
const CHANNELS = 4

const isCmyk = (bytes: Uint8Array) => {
  const header = colorHeader(bytes)
  return header?.count === CHANNELS && CMYK.includes(header.space)
}

/** ImageMagick shows inks as if they were light, so that it gets them as RGB with opacity. */
export const prepare = (bytes: Uint8Array<ArrayBuffer>) =>
  isCmyk(bytes) ? asRgba(bytes) : defineChannels(bytes)

export const state = (header: Header, bytes: Uint8Array): Header =>
  isCmyk(bytes) ? { ...header, alpha: false, convertToSrgb: true } : header

export const finish = (image: RasterImage, bytes: Uint8Array<ArrayBuffer>) =>
  isCmyk(bytes) ? fromCmyk(image) : arrangeChannels(image, bytes)

function asRgba(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const box = colorHeader(bytes)?.box
  const boxes = [...colorBox(SRGB), ...definitionBox(CHANNELS)]
  return box ? withHeaderBoxes(bytes, box, ['colr', 'cdef'], boxes) : bytes
}

/** In place. */
function fromCmyk(image: RasterImage): RasterImage {
  const { pixels } = image
  for (let i = 0; i < pixels.length; i += 4) {
    naiveCmykToRgb(pixels, i, pixels, i)
    pixels[i + 3] = 255
  }
  return { ...image, alpha: false }
}
