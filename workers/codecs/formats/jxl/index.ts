import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

export const jxl: Format = {
  matches: at(0, '\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n'),
  codecs: [magick('jxl', 'JXL')],
}
