import { browser } from './browser/codec.ts'
import { isArithmetic, readJpeg } from './formats/jpeg/segments.ts'
import { magick } from './magick/codec.ts'
import type { Codec } from './shared/codec.ts'

export const inBrowser = browser(readJpeg)

/**
 * Arithmetic coding, which browsers refuse. A JPEG that browsers refuse for another reason is damaged: ImageMagick is not
 * downloaded for it.
 */
export const arithmetic: Codec = {
  ...magick('jpeg', 'JPEG'),
  header(bytes) {
    if (!isArithmetic(bytes)) throw new Error('a JPEG that cannot be decoded')
    return readJpeg(bytes)
  },
}
