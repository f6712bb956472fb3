import type { FileFormat } from '../../src/shared/file-format.ts'
import { blp } from './blp.ts'
import { browser } from './browser.ts'
import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { readAvif } from './containers/avif.ts'
import { readBmp } from './containers/bmp.ts'
import { readPng } from './containers/png.ts'
import { readWebp } from './containers/webp.ts'
import { dib } from './dib.ts'
import { eps } from './eps.ts'
import * as gif from './gif.ts'
import { jp2 } from './jp2.ts'
import * as jpeg from './jpeg.ts'
import { magick } from './magick.ts'
import { cur, dcx, ico, pcd, pcx } from './magick-formats.ts'
import { psdInSrgb } from './psd-linear.ts'
import { sgiInColor } from './sgi-gray.ts'
import { tiff } from './tiff.ts'

/**
 * The codecs that open the files of each format, tried in order until one can. `builtin` decoders are in formats/ and
 * loaded when the first file of their format comes. docs/formats.md shows how close each codec comes to a reference.
 */
export const codecs: Record<FileFormat, Codec[]> = {
  jpeg: [jpeg.inBrowser, jpeg.arithmetic],
  png: [browser(readPng)],
  webp: [browser(readWebp)],
  gif: [gif.inBrowser, gif.inImageMagick],
  bmp: [browser(readBmp), magick('bmp', 'BMP')],
  avif: [browser(readAvif)],
  arw: [magick('arw', 'ARW')],
  blp: [blp],
  cr2: [magick('cr2', 'CR2')],
  cr3: [magick('cr3', 'CR3')],
  cur: [cur],
  dcx: [dcx],
  dds: [builtin('dds', () => import('./formats/dds.ts')), magick('dds', 'DDS')],
  dib: [dib],
  dng: [magick('dng', 'DNG')],
  emf: [builtin('emf', () => import('./formats/metafile/emf.ts'))],
  eps: [eps],
  exr: [builtin('exr', () => import('./formats/exr/exr.ts')), magick('exr', 'EXR')],
  fits: [builtin('fits', () => import('./formats/fits/fits.ts')), magick('fits', 'FITS')],
  fli: [builtin('fli', () => import('./formats/fli.ts'))],
  fpx: [builtin('fpx', () => import('./formats/fpx.ts'))],
  ftex: [builtin('ftex', () => import('./formats/ftex.ts'))],
  gbr: [builtin('gbr', () => import('./formats/gbr.ts'))],
  gd: [builtin('gd', () => import('./formats/gd.ts'))],
  hdr: [builtin('hdr', () => import('./formats/hdr.ts'))],
  heic: [magick('heic', 'HEIC')],
  icns: [builtin('icns', () => import('./formats/icns.ts'))],
  ico: [ico],
  im: [builtin('im', () => import('./formats/im.ts'))],
  imt: [builtin('imt', () => import('./formats/imt.ts'))],
  iptc: [builtin('iptc', () => import('./formats/iptc.ts'))],
  jp2: [jp2],
  jxl: [magick('jxl', 'JXL')],
  mcidas: [builtin('mcidas', () => import('./formats/mcidas.ts'))],
  mic: [builtin('mic', () => import('./formats/mic.ts'))],
  msp: [builtin('msp', () => import('./formats/msp.ts'))],
  nef: [magick('nef', 'NEF')],
  orf: [magick('orf', 'ORF')],
  pcd: [pcd],
  pcx: [pcx],
  pfm: [builtin('pfm', () => import('./formats/pfm.ts'))],
  pixar: [builtin('pixar', () => import('./formats/pixar.ts'))],
  ppm: [magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD', { finish: psdInSrgb })],
  qoi: [magick('qoi', 'QOI')],
  raf: [magick('raf', 'RAF')],
  raw: [magick('raw', 'DNG')],
  rw2: [magick('rw2', 'RW2')],
  sgi: [magick('sgi', 'SGI', { prepare: sgiInColor })],
  spider: [builtin('spider', () => import('./formats/spider.ts'))],
  sun: [builtin('sun', () => import('./formats/sun.ts')), magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  tga: [builtin('tga', () => import('./formats/tga.ts'))],
  wal: [builtin('wal', () => import('./formats/wal.ts'))],
  wmf: [builtin('wmf', () => import('./formats/metafile/wmf.ts'))],
  xbm: [magick('xbm', 'XBM')],
  xpm: [builtin('xpm', () => import('./formats/xpm.ts')), magick('xpm', 'XPM')],
  other: [magick('other')],
}
