import { expect, it } from 'vitest'
import { type FileFormat, fileFormats } from '../../../src/shared/file-format.ts'
import { sniff } from '../../../workers/codecs/formats.ts'
import { missing } from '../../missing.ts'
import { read, samplesOf } from './samples.ts'

/** Formats by their name in the manifest, if it is not our name in capitals. */
const OTHERS: Record<string, FileFormat> = {
  FLC: 'fli',
  'IPTC/NAA': 'iptc',
  'JPEG 2000': 'jp2',
  MPO: 'jpeg',
}

/** Formats that have no sample under our name. */
const UNSAMPLED: FileFormat[] = [
  'iptc', 'jp2', 'avif', 'pfm', 'other', 'arw', 'cr3', 'dng', 'exr', 'hdr', 'heic', 'jxl', 'orf', 'qoi', 'raf', 'raw', 'rw2',
] // biome-ignore format: a table

const own = fileFormats
  .filter((format) => !UNSAMPLED.includes(format))
  .map((format): [string, FileFormat] => [format.toUpperCase(), format])

it.for([...own, ...Object.entries(OTHERS)])(
  '%s files have the format %s',
  ([name, format], test) => {
    const files = samplesOf(name)
    if (files.length === 0) test.skip(missing(`formats/good (a file of ${name})`))
    for (const sample of files) {
      const expected = sample.file.endsWith('.pfm') ? 'pfm' : format
      expect(sniff(read(sample)), sample.file).toBe(expected)
    }
  },
)

const directory = (little: boolean, ...entries: [tag: number, value: number][]) => {
  const bytes = new Uint8Array(100)
  const data = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(little ? 'II*\0' : 'MM\0*'))
  data.setUint32(4, 8, little)
  data.setUint16(8, entries.length, little)
  for (const [i, [tag, value]] of entries.entries()) {
    data.setUint16(10 + i * 12, tag, little)
    data.setUint16(12 + i * 12, 3, little)
    data.setUint32(14 + i * 12, 1, little)
    if (tag === 262) data.setUint16(18 + i * 12, value, little)
    else data.setUint32(18 + i * 12, value, little)
  }
  bytes.set(new TextEncoder().encode('SONY '), 80)
  return bytes
}

it.each<[FileFormat, string | Uint8Array]>([
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  ['avif', '\0\0\0\x18ftypmif1\0\0\0\0mif1avif'],
  ['cr3', '\0\0\0\x18ftypcrx \0\0\0\x01crx isom'],
  ['raf', 'FUJIFILMCCD-RAW 0201'],
  ['orf', 'IIRO\x08\0\0\0'],
  ['rw2', 'IIU\0\x18\0\0\0'],
  ['hdr', '#?RADIANCE\n'],
  ['qoi', 'qoif\0\0\0\x01\0\0\0\x01\x04\0\0\0\0\0\0\0\0\x01'],
  ['dng', directory(true, [262, 32_803], [0xc612, 1])],
  ['arw', directory(false, [262, 32_803], [271, 80])],
  ['raw', directory(true, [262, 32_803])],
  ['tiff', directory(true, [262, 2], [271, 80])],
])('%s is known by its first bytes', (format, start) => {
  const bytes = typeof start === 'string' ? Uint8Array.from(start, (c) => c.charCodeAt(0)) : start
  expect(sniff(bytes)).toBe(format)
})

it('AVIF is known by its brand', () => {
  const header = new TextEncoder().encode('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')
  expect(sniff(header)).toBe('avif')
})

it.each([0, 1, 2, 4, 1000])('%d zeros are of none', (length) => {
  expect(sniff(new Uint8Array(length))).toBeUndefined()
})
