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
import { eps } from './eps.ts'
import { magick } from './magick.ts'
import { own } from './own.ts'
import { tiff } from './tiff.ts'

const ico = () => import('./formats/ico.ts')

/** What opens the files of each format: the first that can. docs/formats.md shows how near each comes. */
export const codecs: Record<FileFormat, Codec[]> = {
  jpeg: [browser(readJpeg)],
  png: [browser(readPng)],
  webp: [browser(readWebp)],
  gif: [browser(readGif), own('gif', () => import('./formats/gif.ts'))],
  bmp: [browser(readBmp), own('bmp', () => import('./formats/bmp.ts'))],
  avif: [browser(readAvif)],
  blp: [blp],
  cr2: [magick('cr2', 'CR2')],
  cur: [own('cur', ico)],
  dcx: [own('dcx', () => import('./formats/dcx.ts'))],
  dds: [own('dds', () => import('./formats/dds.ts')), magick('dds', 'DDS')],
  dib: [own('dib', () => import('./formats/dib.ts'))],
  emf: [own('emf', () => import('./formats/emf.ts'))],
  eps: [eps],
  fits: [own('fits', () => import('./formats/fits.ts')), magick('fits', 'FITS')],
  fli: [own('fli', () => import('./formats/fli.ts'))],
  fpx: [own('fpx', () => import('./formats/fpx.ts'))],
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
  mic: [own('mic', () => import('./formats/mic.ts'))],
  msp: [own('msp', () => import('./formats/msp.ts'))],
  nef: [magick('nef', 'NEF')],
  pcd: [own('pcd', () => import('./formats/pcd.ts'))],
  pcx: [own('pcx', () => import('./formats/pcx.ts'))],
  pixar: [own('pixar', () => import('./formats/pixar.ts'))],
  ppm: [own('ppm', () => import('./formats/netpbm.ts')), magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD')],
  sgi: [own('sgi', () => import('./formats/sgi.ts')), magick('sgi', 'SGI')],
  spider: [own('spider', () => import('./formats/spider.ts'))],
  sun: [own('sun', () => import('./formats/sun.ts')), magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  tga: [own('tga', () => import('./formats/tga.ts'))],
  wal: [own('wal', () => import('./formats/wal.ts'))],
  wmf: [own('wmf', () => import('./formats/wmf.ts'))],
  xbm: [own('xbm', () => import('./formats/xbm.ts'))],
  xpm: [own('xpm', () => import('./formats/xpm.ts')), magick('xpm', 'XPM')],
}
