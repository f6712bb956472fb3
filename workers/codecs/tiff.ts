import { once } from '../image/load-wasm.ts'
import { builtin } from './builtin.ts'
import { magick } from './magick/codec.ts'
import type { Codec } from './shared/codec.ts'

const load = once(() => import('./formats/tiff/decode.ts'))
const builtIn = builtin('tiff', load)
const imageMagick = magick('tiff', 'TIFF')

/** TIFF: the built-in decoder, or ImageMagick if the colors must be converted by an ICC profile. */
export const tiff: Codec = {
  ...builtIn,
  async decode(file, header) {
    const { requiresIccConversion } = await load()
    const codec = requiresIccConversion(file.bytes) ? imageMagick : builtIn
    return codec.decode(file, header)
  },
}
