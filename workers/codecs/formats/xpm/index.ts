import { magick } from '../../magick/codec.ts'
import { builtin, type Format, starts } from '../format.ts'

export const xpm: Format = {
  matches: starts(/^\s*(\/\* XPM \*\/|! XPM2)/),
  codecs: [builtin('xpm', () => import('./decode.ts')), magick('xpm', 'XPM')],
}
