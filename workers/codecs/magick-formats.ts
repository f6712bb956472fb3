import type { RasterImage } from '../image/image.ts'
import { largestPicture, pngInIcon } from './formats/bitmap/icon.ts'
import { magick } from './magick/codec.ts'
import { dataView } from './shared/bytes.ts'
import type { Codec } from './shared/codec.ts'

/** The scene of a Photo CD of 768 x 512, its "base". */
const BASE = 3

export const pcd = magick('pcd', 'PCD', { frame: BASE })

export const pcx = magick('pcx', 'PCX', { finish: (image, bytes) => positive(image, bytes, 0) })

export const dcx = magick('dcx', 'DCX', {
  finish: (image, bytes) => positive(image, bytes, dataView(bytes).getUint32(4, true)),
})

/** ImageMagick opens the first picture of an icon: it gets an icon of the largest alone. */
const icon = (format: 'ico' | 'cur', coder: 'ICO' | 'CUR'): Codec => ({
  ...magick(format, coder, { prepare: (bytes) => largestPicture(bytes).icon }),
  embedded: async (bytes) => pngInIcon(bytes),
})
export const ico = icon('ico', 'ICO')
export const cur = icon('cur', 'CUR')

/** ImageMagick shows a PCX of one bit (3) in one plane (65) as its negative. */
function positive(image: RasterImage, bytes: Uint8Array, pcxAt: number): RasterImage {
  if (bytes[pcxAt + 3] !== 1 || bytes[pcxAt + 65] !== 1) return image
  const { pixels } = image
  for (let i = 0; i < pixels.length; i += 4) {
    for (let c = i; c < i + 3; c++) pixels[c] = 255 - (pixels[c] as number)
  }
  return image
}
