import { browser } from './browser.ts'
import type { Codec } from './codec.ts'
import { isArithmetic, readJpeg } from './containers/jpeg.ts'
import { magick } from './magick.ts'

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
