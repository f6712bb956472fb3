import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

export const psd: Format = {
  matches: at(0, '8BPS'),
  codecs: [magick('psd', 'PSD', { repair: () => import('./decode.ts') })],
}
