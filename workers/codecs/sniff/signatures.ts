import type { FileFormat } from '../../../src/shared/file-format.ts'
import { ascii } from '../shared/bytes.ts'
import { isCompound } from '../shared/compound-file.ts'
import { isFlashPix } from './compound.ts'
import type { plausible, Test } from './plausible.ts'
import { isTiff, rawFormat } from './raw.ts'

/** A format needs a signature here unless plausible.ts recognizes it. */
type Signatures = Record<Exclude<FileFormat, keyof typeof plausible | 'other'>, Test> &
  Partial<Record<FileFormat, Test>>

const at =
  (offset: number, ...texts: string[]): Test =>
  (bytes) =>
    texts.some((text) => ascii(bytes, offset, text.length) === text)

/** Bytes within which text formats are recognized. */
const START = 4096
const starts =
  (pattern: RegExp): Test =>
  (bytes) =>
    pattern.test(ascii(bytes, 0, START))

const isRaw =
  (format: FileFormat): Test =>
  (bytes) =>
    rawFormat(bytes) === format

/** A file in the container of MP4 that names one of these brands, which are in its first box (ISO/IEC 14496-12). */
const hasBrand =
  (brands: RegExp): Test =>
  (bytes) =>
    at(4, 'ftyp')(bytes) && brands.test(ascii(bytes, 8, 32))

const isIcon =
  (type: number): Test =>
  (bytes) =>
    at(0, `\0\0${String.fromCharCode(type)}\0`)(bytes) && bytes.length > 22 && bytes[4] !== 0

/** Bytes that only files of a format start with. */
export const signatures: Signatures = {
  jpeg: at(0, '\xff\xd8\xff'),
  png: at(0, '\x89PNG\r\n\x1a\n'),
  webp: (bytes) => at(0, 'RIFF')(bytes) && at(8, 'WEBP')(bytes),
  gif: at(0, 'GIF87a', 'GIF89a'),
  bmp: (bytes) => at(0, 'BM')(bytes) && bytes.length >= 26,
  avif: hasBrand(/avi[fs]/),
  arw: isRaw('arw'),
  blp: at(0, 'BLP1', 'BLP2'),
  cr2: isRaw('cr2'),
  cr3: hasBrand(/^crx /),
  cur: isIcon(2),
  dcx: at(0, '\xb1\x68\xde\x3a'),
  dds: at(0, 'DDS '),
  dng: isRaw('dng'),
  emf: (bytes) => at(0, '\x01\x00\x00\x00')(bytes) && at(40, ' EMF')(bytes),
  eps: at(0, '%!PS', '\xc5\xd0\xd3\xc6', '\x04%!PS'),
  exr: at(0, '\x76\x2f\x31\x01'),
  fits: at(0, 'SIMPLE  ='),
  fli: at(4, '\x11\xaf', '\x12\xaf'),
  fpx: isFlashPix,
  ftex: at(0, 'FTEX'),
  gbr: at(20, 'GIMP'),
  hdr: at(0, '#?RADIANCE', '#?RGBE'),
  heic: hasBrand(/hei[cmsx]|hev[cmsx]|mif1|msf1/),
  icns: at(0, 'icns'),
  ico: isIcon(1),
  im: starts(/^[ -~]*(\r?\n[ -~]*){0,7}Image type:/i),
  imt: starts(/^(\*[^\n]*\n)*(width|height|pixel) /),
  jp2: at(0, '\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51'),
  jxl: at(0, '\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n'),
  mcidas: at(0, '\0\0\0\0\0\0\0\x04', '\0\0\0\0\x04\0\0\0'),
  mic: (bytes) => isCompound(bytes) && !isFlashPix(bytes),
  msp: at(0, 'DanM', 'LinS'),
  nef: isRaw('nef'),
  orf: at(0, 'IIRO', 'IIRS', 'MMOR'),
  pcd: at(2048, 'PCD_'),
  pixar: at(0, '\x80\xe8\0\0'),
  pfm: starts(/^P[Ff]([\s#]|$)/),
  ppm: starts(/^P[1-7]([\s#]|$)/),
  psd: at(0, '8BPS'),
  qoi: (bytes) => at(0, 'qoif')(bytes) && bytes.length >= 22,
  raf: at(0, 'FUJIFILMCCD-RAW'),
  raw: isRaw('raw'),
  rw2: at(0, 'IIU\0'),
  sgi: at(0, '\x01\xda'),
  sun: at(0, '\x59\xa6\x6a\x95'),
  tiff: (bytes) => isTiff(bytes) && rawFormat(bytes) === undefined,
  wmf: at(0, '\xd7\xcd\xc6\x9a', '\x01\0\x09\0\0\x03', '\x01\0\x09\0\0\x01', '\x02\0\x09\0\0\x03'),
  // A comment that could end at any of its ends would be read in billions of ways.
  xbm: starts(/^\s*(\/\*([^*]|\*(?!\/))*\*\/\s*)*#define\s+\S*width\s+\d/),
  xpm: starts(/^\s*(\/\* XPM \*\/|! XPM2)/),
}
