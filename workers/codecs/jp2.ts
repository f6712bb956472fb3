import type { RasterImage } from '../image/image.ts'
import {
  arrangeChannels,
  colorHeader,
  defineChannels,
  withHeaderBoxes,
} from './formats/jp2/channels.ts'
import { colorBox, definitionBox, SRGB } from './formats/jp2/codestream.ts'
import { magick } from './magick/codec.ts'
import type { Codec } from './shared/codec.ts'
import { naiveCmykToRgb } from './shared/color-models.ts'

/** The enumerated color space, and the one of a profile. */
const CMYK: (number | string)[] = [12, 'CMYK']
const CHANNELS = 4

const isCmyk = (bytes: Uint8Array) => {
  const header = colorHeader(bytes)
  return header?.count === CHANNELS && CMYK.includes(header.space)
}

const codec = magick('jp2', 'JP2', {
  prepare: (bytes) => (isCmyk(bytes) ? asRgba(bytes) : defineChannels(bytes)),
  finish: (image, bytes) => (isCmyk(bytes) ? fromCmyk(image) : arrangeChannels(image, bytes)),
})

/** JPEG 2000. ImageMagick shows inks as if they were light, so that it gets them as RGB with opacity. */
export const jp2: Codec = {
  ...codec,
  async header(bytes) {
    const header = await codec.header(bytes)
    return isCmyk(bytes) ? { ...header, alpha: false, convertToSrgb: true } : header
  },
}

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
