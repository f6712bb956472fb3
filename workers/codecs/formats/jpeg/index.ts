import { browser } from '../../browser/codec.ts'
import { magick } from '../../magick/codec.ts'
import type { Codec } from '../../shared/codec.ts'
import { at, type Format } from '../format.ts'
import { isArithmetic, readJpeg } from './segments.ts'

/**
 * Arithmetic coding, which browsers refuse. A JPEG that browsers refuse for another reason is damaged: ImageMagick is not
 * downloaded for it.
 */
const arithmetic: Codec = {
  ...magick('jpeg', 'JPEG'),
  header(bytes) {
    if (!isArithmetic(bytes)) throw new Error('a JPEG that cannot be decoded')
    return readJpeg(bytes)
  },
}

export const jpeg: Format = {
  extensions: 'jpg, jpeg, jpe, jfif, mpo',
  matches: at(0, '\xff\xd8\xff'),
  codecs: [browser(readJpeg), arithmetic],
}
