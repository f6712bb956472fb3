import type { RasterImage } from '../../../image/image.ts'
import { magick } from '../../magick/codec.ts'
import { dataView } from '../../shared/bytes.ts'
import { at, type Format } from '../format.ts'

export const pcx: Format = { plausible: isPcx, codecs: [codec('pcx', 'PCX', () => 0)] }

/** Several PCX files, of which the first is opened. */
export const dcx: Format = {
  matches: at(0, '\xb1\x68\xde\x3a'),
  codecs: [codec('dcx', 'DCX', (bytes) => dataView(bytes).getUint32(4, true))],
}

function codec(format: 'pcx' | 'dcx', coder: 'PCX' | 'DCX', pcxAt: (bytes: Uint8Array) => number) {
  return magick(format, coder, {
    repair: async () => ({ finish: (image, bytes) => positive(image, bytes, pcxAt(bytes)) }),
  })
}

/** Manufacturer 10, version, compression, bits per plane. */
function isPcx(bytes: Uint8Array): boolean {
  const [manufacturer, version = 9, compression = 9, bits = 0] = bytes
  const known = manufacturer === 0x0a && version <= 5 && version !== 1 && compression <= 1
  return known && [1, 2, 4, 8].includes(bits) && bytes.length >= 128
}

/** ImageMagick shows a PCX of one bit (3) in one plane (65) as its negative. */
function positive(image: RasterImage, bytes: Uint8Array, pcxAt: number): RasterImage {
  if (bytes[pcxAt + 3] !== 1 || bytes[pcxAt + 65] !== 1) return image
  const { pixels } = image
  for (let i = 0; i < pixels.length; i += 4) {
    for (let c = i; c < i + 3; c++) pixels[c] = 255 - (pixels[c] as number)
  }
  return image
}
