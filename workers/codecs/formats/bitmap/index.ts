import { browser } from '../../browser/codec.ts'
import { magick } from '../../magick/codec.ts'
import { dataView } from '../../shared/bytes.ts'
import { at, type Format } from '../format.ts'
import { decodeStraight } from './bmp-alpha.ts'
import { readBmp } from './bmp-header.ts'
import { bmpFile, packedDib } from './dib.ts'
import { largestPicture, pngInIcon } from './icon.ts'

export const bmp: Format = {
  matches: (bytes) => at(0, 'BM')(bytes) && bytes.length >= 26,
  codecs: [browser(readBmp, decodeStraight), magick('bmp', 'BMP')],
}

const unopened = (): never => {
  throw new Error('a bitmap that cannot be opened')
}

/** A bitmap without a file header: with one, it is a BMP file. */
export const dib: Format = {
  plausible: isDib,
  codecs: [
    {
      by: 'browser',
      embedded: async (bytes) => bmpFile(packedDib(bytes)),
      header: unopened,
      decode: unopened,
    },
  ],
}

export const ico = icon('ico', 'ICO', 1)
export const cur = icon('cur', 'CUR', 2)

/** ImageMagick opens the first picture of an icon: it gets an icon of the largest alone. */
function icon(format: 'ico' | 'cur', coder: 'ICO' | 'CUR', type: number): Format {
  const signed = at(0, `\0\0${String.fromCharCode(type)}\0`)
  return {
    matches: (bytes) => signed(bytes) && bytes.length > 22 && bytes[4] !== 0,
    codecs: [
      {
        ...magick(format, coder, {
          repair: async () => ({ prepare: (bytes) => largestPicture(bytes).icon }),
        }),
        embedded: async (bytes) => pngInIcon(bytes),
      },
    ],
  }
}

/** A bitmap without a file header: size of the info header, width, height, one plane, bits per pixel. */
function isDib(bytes: Uint8Array): boolean {
  if (bytes.length < 40) return false
  const data = dataView(bytes)
  const size = data.getUint32(0, true)
  const core = size === 12
  if (!core && ![40, 52, 56, 64, 108, 124].includes(size)) return false
  const at = core ? 8 : 12
  const bits = data.getUint16(at + 2, true)
  return data.getUint16(at, true) === 1 && [1, 2, 4, 8, 16, 24, 32].includes(bits)
}
