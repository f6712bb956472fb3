import { magick } from '../../magick/codec.ts'
import { at, type Format, hasBrand } from '../format.ts'
import { type RawFormat, rawFormat } from './camera.ts'

/** A camera's format that is TIFF inside. */
const inTiff = (format: RawFormat) => (bytes: Uint8Array) => rawFormat(bytes) === format

export const arw: Format = { matches: inTiff('arw'), codecs: [magick('arw', 'ARW')] }
export const cr2: Format = { matches: inTiff('cr2'), codecs: [magick('cr2', 'CR2')] }
export const cr3: Format = { matches: hasBrand(/^crx /), codecs: [magick('cr3', 'CR3')] }
export const dng: Format = { matches: inTiff('dng'), codecs: [magick('dng', 'DNG')] }
export const nef: Format = { matches: inTiff('nef'), codecs: [magick('nef', 'NEF')] }
export const orf: Format = {
  matches: at(0, 'IIRO', 'IIRS', 'MMOR'),
  codecs: [magick('orf', 'ORF')],
}
export const raf: Format = { matches: at(0, 'FUJIFILMCCD-RAW'), codecs: [magick('raf', 'RAF')] }
export const rw2: Format = { matches: at(0, 'IIU\0'), codecs: [magick('rw2', 'RW2')] }

/** A camera's format without a name here. */
export const raw: Format = {
  extensions: 'pef, srw and others that are TIFF inside',
  matches: inTiff('raw'),
  codecs: [magick('raw', 'DNG')],
}
