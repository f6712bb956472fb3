import { browser } from './browser.ts'
import type { Codec } from './codec.ts'
import { isArithmetic, readJpeg } from './containers/jpeg.ts'
import { magick } from './magick.ts'

export const inBrowser = browser(readJpeg)

/** Arithmetic coding, which browsers refuse. What else they refuse is damaged, and not worth a download. */
export const arithmetic: Codec = {
  ...magick('jpeg', 'JPEG'),
  header(bytes) {
    if (!isArithmetic(bytes)) throw new Error('a JPEG that cannot be decoded')
    return readJpeg(bytes)
  },
}
