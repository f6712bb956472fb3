import { magick } from '../../magick/codec.ts'
import { type Format, starts } from '../format.ts'

export const ppm: Format = {
  extensions: 'pbm, pgm, ppm, pnm, pam',
  matches: starts(/^P[1-7]([\s#]|$)/),
  codecs: [magick('ppm', 'PNM')],
}
