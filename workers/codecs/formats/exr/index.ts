import { magick } from '../../magick/codec.ts'
import { at, builtin, type Format } from '../format.ts'

export const exr: Format = {
  matches: at(0, '\x76\x2f\x31\x01'),
  codecs: [builtin('exr', () => import('./decode.ts')), magick('exr', 'EXR')],
}
