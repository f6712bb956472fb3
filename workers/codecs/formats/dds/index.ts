import { magick } from '../../magick/codec.ts'
import { builtin } from '../built-in.ts'
import { at, type Format } from '../format.ts'

export const dds: Format = {
  matches: at(0, 'DDS '),
  codecs: [builtin('dds', () => import('./decode.ts')), magick('dds', 'DDS')],
}
