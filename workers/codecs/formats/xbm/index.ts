import { magick } from '../../magick/codec.ts'
import { type Format, starts } from '../format.ts'

export const xbm: Format = {
  // A comment that could end at any of its ends would be read in billions of ways.
  matches: starts(/^\s*(\/\*([^*]|\*(?!\/))*\*\/\s*)*#define\s+\S*width\s+\d/),
  codecs: [magick('xbm', 'XBM')],
}
