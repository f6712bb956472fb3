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

const ico = () => import('./formats/ico.ts')

/** What opens the files of each format: the first that can. docs/formats.md shows how near each comes. */
export const codecs: Partial<Record<FileFormat, Codec[]>> = {
  jpeg: [browser(readJpeg)],
  png: [browser(readPng)],
  webp: [browser(readWebp)],
  gif: [browser(readGif)],
  bmp: [browser(readBmp), own('bmp', () => import('./formats/bmp.ts'))],
  avif: [browser(readAvif)],
  blp: [blp],
  cr2: [magick('cr2', 'CR2')],
  cur: [own('cur', ico)],
  dcx: [magick('dcx', 'DCX')],
  dds: [own('dds', () => import('./formats/dds.ts'))],
  dib: [own('dib', () => import('./formats/dib.ts'))],
  emf: [own('emf', () => import('./formats/emf.ts'))],
  fits: [magick('fits', 'FITS')],
  fli: [own('fli', () => import('./formats/fli.ts'))],
  ftex: [own('ftex', () => import('./formats/ftex.ts'))],
  gbr: [own('gbr', () => import('./formats/gbr.ts'))],
  gd: [own('gd', () => import('./formats/gd.ts'))],
  icns: [own('icns', () => import('./formats/icns.ts'))],
  ico: [own('ico', ico)],
  im: [own('im', () => import('./formats/im.ts'))],
  imt: [own('imt', () => import('./formats/imt.ts'))],
  iptc: [own('iptc', () => import('./formats/iptc.ts'))],
  jp2: [magick('jp2', 'JP2', withOpacity)],
  mcidas: [own('mcidas', () => import('./formats/mcidas.ts'))],
  msp: [own('msp', () => import('./formats/msp.ts'))],
  nef: [magick('nef', 'NEF')],
  pcd: [own('pcd', () => import('./formats/pcd.ts'))],
  pcx: [magick('pcx', 'PCX')],
  pixar: [own('pixar', () => import('./formats/pixar.ts'))],
  ppm: [magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD')],
  sgi: [magick('sgi', 'SGI')],
  spider: [own('spider', () => import('./formats/spider.ts'))],
  sun: [magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  wal: [own('wal', () => import('./formats/wal.ts'))],
  wmf: [own('wmf', () => import('./formats/wmf.ts'))],
  xbm: [own('xbm', () => import('./formats/xbm.ts'))],
  xpm: [magick('xpm', 'XPM')],
}
