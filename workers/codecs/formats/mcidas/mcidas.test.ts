import { expect, it } from 'vitest'
import {
  be16,
  be32,
  decodesGoodFiles,
  file,
  greys,
  le16,
  le32,
  pixels,
  refusesBrokenFiles,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as mcidas from './decode.ts'

refusesBrokenFiles(/^raw_negative_stride/, mcidas)
decodesGoodFiles('MCIDAS', mcidas)

/** An area of 2 x 1 elements whose line has a prefix of 4 bytes. */
const area = (
  words: (...values: number[]) => number[],
  size: number,
  bands: number,
  prefix = 4,
) => {
  const directory = new Array<number>(64).fill(0)
  const fields = { 2: 4, 9: 1, 10: 2, 11: size, 14: bands, 15: prefix, 34: 256 }
  for (const [word, value] of Object.entries(fields)) directory[Number(word) - 1] = value
  return file(words(...directory), 'pref')
}

it('reads elements of 1, 2 and 4 bytes in either byte order', () => {
  const decode = (head: Uint8Array, data: number[]) => pixels(mcidas.decode(file(head, data)))
  expect(decode(area(be32, 1, 1), [7, 9])).toEqual(greys(7, 9))
  expect(decode(area(be32, 2, 1), be16(257, 65_535))).toEqual(greys(1, 255))
  expect(decode(area(le32, 2, 1), le16(257, 514))).toEqual(greys(1, 2))
  expect(decode(area(be32, 4, 1), be32(257, 70_000))).toEqual(greys(1, 255))
})

it('is recognised in either byte order', () => {
  for (const words of [be32, le32]) {
    expect(sniff(file(area(words, 1, 1), [7, 9]))).toBe('mcidas')
  }
})

it('shows the first band', () => {
  expect(pixels(mcidas.decode(file(area(be32, 1, 2), [7, 1, 9, 1])))).toEqual(greys(7, 9))
})

it('refuses a prefix below 0 and what is cut off', async () => {
  expect(() => mcidas.decode(file(area(be32, 1, 1, -4), [7, 9]))).toThrow(RangeError)
  await expectCutsToThrow(file(area(be32, 1, 1), [7, 9]), mcidas.decode)
})
