import { magick } from '../../magick/codec.ts'
import { at, type Format } from '../format.ts'

export const qoi: Format = {
  matches: (bytes) => at(0, 'qoif')(bytes) && bytes.length >= 22,
  codecs: [magick('qoi', 'QOI')],
}
