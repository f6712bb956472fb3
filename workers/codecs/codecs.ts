import type { FileFormat } from '../../src/shared/file-format.ts'
import { blp } from './blp.ts'
import { browser } from './browser/codec.ts'
import { builtin } from './builtin.ts'
import { dib } from './dib.ts'
import { eps } from './eps.ts'
import { readAvif } from './formats/avif/header.ts'
import { readBmp } from './formats/bitmap/bmp-header.ts'
import { readPng } from './formats/png/chunks.ts'
import { psdInSrgb } from './formats/psd/linear.ts'
import { sgiInColor } from './formats/sgi/gray.ts'
import { readWebp } from './formats/webp/chunks.ts'
import * as gif from './gif.ts'
import { jp2 } from './jp2.ts'
import * as jpeg from './jpeg.ts'
import { magick } from './magick/codec.ts'
import { cur, dcx, ico, pcd, pcx } from './magick-formats.ts'
import type { Codec } from './shared/codec.ts'
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
  dds: [builtin('dds', () => import('./formats/dds/decode.ts')), magick('dds', 'DDS')],
  dib: [dib],
  dng: [magick('dng', 'DNG')],
  emf: [builtin('emf', () => import('./formats/metafile/emf.ts'))],
  eps: [eps],
  exr: [builtin('exr', () => import('./formats/exr/decode.ts')), magick('exr', 'EXR')],
  fits: [builtin('fits', () => import('./formats/fits/decode.ts')), magick('fits', 'FITS')],
  fli: [builtin('fli', () => import('./formats/fli/decode.ts'))],
  fpx: [builtin('fpx', () => import('./formats/fpx/decode.ts'))],
  ftex: [builtin('ftex', () => import('./formats/ftex/decode.ts'))],
  gbr: [builtin('gbr', () => import('./formats/gbr/decode.ts'))],
  gd: [builtin('gd', () => import('./formats/gd/decode.ts'))],
  hdr: [builtin('hdr', () => import('./formats/hdr/decode.ts'))],
  heic: [magick('heic', 'HEIC')],
  icns: [builtin('icns', () => import('./formats/icns/decode.ts'))],
  ico: [ico],
  im: [builtin('im', () => import('./formats/im/decode.ts'))],
  imt: [builtin('imt', () => import('./formats/imt/decode.ts'))],
  iptc: [builtin('iptc', () => import('./formats/iptc/decode.ts'))],
  jp2: [jp2],
  jxl: [magick('jxl', 'JXL')],
  mcidas: [builtin('mcidas', () => import('./formats/mcidas/decode.ts'))],
  mic: [builtin('mic', () => import('./formats/mic/decode.ts'))],
  msp: [builtin('msp', () => import('./formats/msp/decode.ts'))],
  nef: [magick('nef', 'NEF')],
  orf: [magick('orf', 'ORF')],
  pcd: [pcd],
  pcx: [pcx],
  pfm: [builtin('pfm', () => import('./formats/pfm/decode.ts'))],
  pixar: [builtin('pixar', () => import('./formats/pixar/decode.ts'))],
  ppm: [magick('ppm', 'PNM')],
  psd: [magick('psd', 'PSD', { finish: psdInSrgb })],
  qoi: [magick('qoi', 'QOI')],
  raf: [magick('raf', 'RAF')],
  raw: [magick('raw', 'DNG')],
  rw2: [magick('rw2', 'RW2')],
  sgi: [magick('sgi', 'SGI', { prepare: sgiInColor })],
  spider: [builtin('spider', () => import('./formats/spider/decode.ts'))],
  sun: [builtin('sun', () => import('./formats/sun/decode.ts')), magick('sun', 'SUN')],
  tiff: [tiff, magick('tiff', 'TIFF')],
  tga: [builtin('tga', () => import('./formats/tga/decode.ts'))],
  wal: [builtin('wal', () => import('./formats/wal/decode.ts'))],
  wmf: [builtin('wmf', () => import('./formats/metafile/wmf.ts'))],
  xbm: [magick('xbm', 'XBM')],
  xpm: [builtin('xpm', () => import('./formats/xpm/decode.ts')), magick('xpm', 'XPM')],
  other: [magick('other')],
}
