import { magick } from '../../magick/codec.ts'
import { type Format, hasBrand } from '../format.ts'

export const heic: Format = {
  extensions: 'heic, heif',
  matches: hasBrand(/hei[cmsx]|hev[cmsx]|mif1|msf1/),
  codecs: [magick('heic', 'HEIC')],
}
