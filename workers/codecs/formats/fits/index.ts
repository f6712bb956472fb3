import { magick } from '../../magick/codec.ts'
import { at, builtin, type Format } from '../format.ts'

export const fits: Format = {
  extensions: 'fits, fit, fts',
  matches: at(0, 'SIMPLE  ='),
  codecs: [builtin('fits', () => import('./decode.ts')), magick('fits', 'FITS')],
}
