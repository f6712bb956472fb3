import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

export const jp2: Format = {
  extensions: 'jp2, j2k, jpx, jpf',
  matches: at(0, '\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51'),
  codecs: [magick('jp2', 'JP2', { repair: () => import('./decode.ts') })],
}
