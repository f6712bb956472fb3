import { once } from '../../../image/load-wasm.ts'
import { magick } from '../../magick/codec.ts'
import type { Codec } from '../../shared/codec.ts'
import { at, builtin, type Format } from '../format.ts'

const load = once(() => import('./decode.ts'))
const builtIn = builtin('tiff', load)
const imageMagick = magick('tiff', 'TIFF')

/** The built-in decoder, or ImageMagick if the colors must be converted by an ICC profile. */
const byColors: Codec = {
  ...builtIn,
  async decode(file, header) {
    const { requiresIccConversion } = await load()
    const codec = requiresIccConversion(file.bytes) ? imageMagick : builtIn
    return codec.decode(file, header)
  },
}

const isTiff = at(0, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+')

/** TIFF and BigTIFF. Raw formats, which are TIFF inside, come before it. */
export const tiff: Format = {
  extensions: 'tif, tiff',
  matches: (bytes) => isTiff(bytes) && bytes.length >= 8,
  codecs: [byColors, imageMagick],
}
