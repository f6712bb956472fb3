import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

export const sgi: Format = {
  extensions: 'sgi, rgb, bw',
  matches: at(0, '\x01\xda'),
  codecs: [magick('sgi', 'SGI', { repair: () => import('./decode.ts') })],
}
