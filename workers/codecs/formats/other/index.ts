import { magick } from '../../magick/codec.ts'
import type { Format } from '../format.ts'

/** What only ImageMagick knows, by a signature that it looks for itself. */
export const other: Format = {
  extensions: '',
  matches: () => false,
  codecs: [magick('other')],
}
