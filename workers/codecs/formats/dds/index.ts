import { magick } from '../../magick/codec.ts'
import { at, builtin, type Format } from '../format.ts'

export const dds: Format = {
  matches: at(0, 'DDS '),
  codecs: [builtin('dds', () => import('./decode.ts')), magick('dds', 'DDS')],
}
