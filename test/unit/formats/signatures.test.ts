import { expect, it } from 'vitest'
import { type FileFormat, fileFormats } from '../../../src/contract/file-format.ts'
import { sniff } from '../../../workers/codecs/sniff/sniff.ts'
import { read, samples } from './samples.ts'

/** By the name of the manifest, where it is another than ours in capitals. */
const OTHERS: Record<string, FileFormat> = {
  FLC: 'fli',
  'IPTC/NAA': 'iptc',
  'JPEG 2000': 'jp2',
  MPO: 'jpeg',
}

const own = fileFormats.map((format): [string, FileFormat] => [format.toUpperCase(), format])

it.each([...own, ...Object.entries(OTHERS)])('%s files are of the format %s', (name, format) => {
  for (const sample of samples(name)) expect(sniff(read(sample)), sample.file).toBe(format)
})

it.each([0, 1, 2, 4, 1000])('%d zeros are of none', (length) => {
  expect(sniff(new Uint8Array(length))).toBeUndefined()
})
