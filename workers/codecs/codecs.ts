import type { FileFormat } from '../../src/contract/file-format.ts'
import { blp } from './blp.ts'
import { browser } from './browser.ts'
import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { readAvif } from './containers/avif.ts'
import { readBmp } from './containers/bmp.ts'
import { readGif } from './containers/gif.ts'
import { readJpeg } from './containers/jpeg.ts'
import { readPng } from './containers/png.ts'
import { readWebp } from './containers/webp.ts'
import { eps } from './eps.ts'
import { wrapCodestream } from './jp2-codestream.ts'
import { magick } from './magick.ts'
import { tiff } from './tiff.ts'

const ico = () => import('./formats/ico.ts')

/**
 * The codecs that open the files of each format, tried in order until one can. `builtin` decoders are in formats/ and
 * loaded when the first file of their format comes. docs/formats.md shows how close each codec comes to a reference.
 */
export const codecs: Record<FileFormat, Codec[]> = {
  jpeg: [browser(readJpeg)],
  png: [browser(readPng)],
  webp: [browser(readWebp)],
  gif: [browser(readGif), builtin('gif', () => import('./formats/gif.ts'))],
  bmp: [browser(readBmp), builtin('bmp', () => import('./formats/bmp.ts'))],
  avif: [browser(readAvif)],
  blp: [blp],
  cr2: [magick('cr2', 'CR2')],
  cur: [builtin('cur', ico)],
  dcx: [builtin('dcx', () => import('./formats/dcx.ts'))],
  dds: [builtin('dds', () => import('./formats/dds.ts')), magick('dds', 'DDS')],
  dib: [builtin('dib', () => import('./formats/dib/dib.ts'))],
  emf: [builtin('emf', () => import('./formats/metafile/emf.ts'))],
  eps: [eps],
  fits: [builtin('fits', () => import('./formats/fits/fits.ts')), magick('fits', 'FITS')],
  fli: [builtin('fli', () => import('./formats/fli.ts'))],
  fpx: [builtin('fpx', () => import('./formats/fpx.ts'))],
  ftex: [builtin('ftex', () => import('./formats/ftex.ts'))],
  gbr: [builtin('gbr', () => import('./formats/gbr.ts'))],
  gd: [builtin('gd', () => import('./formats/gd.ts'))],
  icns: [builtin('icns', () => import('./formats/icns.ts'))],
  ico: [builtin('ico', ico)],
  im: [builtin('im', () => import('./formats/im.ts'))],
  imt: [builtin('imt', () => import('./formats/imt.ts'))],
  iptc: [builtin('iptc', () => import('./formats/iptc.ts'))],
  jp2: [magick('jp2', 'JP2', wrapCodestream)],
  mcidas: [builtin('mcidas', () => import('./formats/mcidas.ts'))],
  mic: [builtin('mic', () => import('./formats/mic.ts'))],
  msp: [builtin('msp', () => import('./formats/msp.ts'))],
  nef: [magick('nef', 'NEF')],
  pcd: [builtin('pcd', () => import('./formats/pcd.ts'))],
  pcx: [builtin('pcx', () => import('./formats/pcx.ts'))],
  pixar: [builtin('pixar', () => import('./formats/pixar.ts'))],
  ppm: [builtin('ppm', () => import('./formats/netpbm.ts')), magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD')],
  sgi: [builtin('sgi', () => import('./formats/sgi.ts')), magick('sgi', 'SGI')],
  spider: [builtin('spider', () => import('./formats/spider.ts'))],
  sun: [builtin('sun', () => import('./formats/sun.ts')), magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  tga: [builtin('tga', () => import('./formats/tga.ts'))],
  wal: [builtin('wal', () => import('./formats/wal.ts'))],
  wmf: [builtin('wmf', () => import('./formats/metafile/wmf.ts'))],
  xbm: [builtin('xbm', () => import('./formats/xbm.ts'))],
  xpm: [builtin('xpm', () => import('./formats/xpm.ts')), magick('xpm', 'XPM')],
}
