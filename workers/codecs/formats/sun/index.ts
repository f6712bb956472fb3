import { magick } from '../../magick/codec.ts'
import { at, builtin, type Format } from '../format.ts'

export const sun: Format = {
  extensions: 'ras, sun',
  matches: at(0, '\x59\xa6\x6a\x95'),
  codecs: [builtin('sun', () => import('./decode.ts')), magick('sun', 'SUN')],
}
