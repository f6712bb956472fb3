import { expect, it } from 'vitest'
import { type FileFormat, fileFormats } from '../../../src/contract/file-format.ts'
import { sniff } from '../../../workers/codecs/sniff/sniff.ts'
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
const UNSAMPLED: FileFormat[] = ['iptc', 'jp2', 'avif']

const own = fileFormats
  .filter((format) => !UNSAMPLED.includes(format))
  .map((format): [string, FileFormat] => [format.toUpperCase(), format])

it.for([...own, ...Object.entries(OTHERS)])(
  '%s files have the format %s',
  ([name, format], test) => {
    const files = samplesOf(name)
    if (files.length === 0) test.skip(missing(`formats/good (a file of ${name})`))
    for (const sample of files) expect(sniff(read(sample)), sample.file).toBe(format)
  },
)

it('AVIF is known by its brand', () => {
  const header = new TextEncoder().encode('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')
  expect(sniff(header)).toBe('avif')
})

it.each([0, 1, 2, 4, 1000])('%d zeros are of none', (length) => {
  expect(sniff(new Uint8Array(length))).toBeUndefined()
})
