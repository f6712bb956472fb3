import type { FileFormat } from '../../src/plan/file-format.ts'
import { blp } from './blp.ts'
import { browser } from './browser.ts'
import type { Codec } from './codec.ts'
import { withOpacity } from './codestream.ts'
import { readAvif } from './containers/avif.ts'
import { readBmp } from './containers/bmp.ts'
import { readGif } from './containers/gif.ts'
import { readJpeg } from './containers/jpeg.ts'
import { readPng } from './containers/png.ts'
import { readWebp } from './containers/webp.ts'
import { magick } from './magick.ts'
import { own } from './own.ts'
import { tiff } from './tiff.ts'

/** What opens the files of each format: the first that can. docs/formats.md shows which files. */
const bmp = () => import('./formats/bmp.ts')
const ico = () => import('./formats/ico.ts')

export const codecs: Partial<Record<FileFormat, Codec[]>> = {
  jpeg: [browser(readJpeg)],
  png: [browser(readPng)],
  webp: [browser(readWebp)],
  gif: [browser(readGif)],
  bmp: [browser(readBmp), own('bmp', bmp)],
  avif: [browser(readAvif)],
  blp: [blp],
  cr2: [magick('cr2', 'CR2')],
  cur: [own('cur', ico)],
  dcx: [magick('dcx', 'DCX')],
  dds: [own('dds', () => import('./formats/dds.ts'))],
  ftex: [own('ftex', () => import('./formats/ftex.ts'))],
  dib: [own('dib', () => import('./formats/dib.ts'))],
  fits: [magick('fits', 'FITS')],
  icns: [own('icns', () => import('./formats/icns.ts'))],
  ico: [own('ico', ico)],
  jp2: [magick('jp2', 'JP2', withOpacity)],
  nef: [magick('nef', 'NEF')],
  pcd: [magick('pcd', 'PCD')],
  pcx: [magick('pcx', 'PCX')],
  ppm: [magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD')],
  sgi: [magick('sgi', 'SGI')],
  sun: [magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  xpm: [magick('xpm', 'XPM')],
}
