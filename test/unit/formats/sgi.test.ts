import { expect, it } from 'vitest'
import * as sgi from '../../../workers/codecs/formats/sgi.ts'
import {
  be16,
  be32,
  decodesGoodFiles,
  file,
  greys,
  pixels,
  refusesBrokenFiles,
  times,
} from './decoder.ts'
import { expectCutsToThrow } from './samples.ts'

refusesBrokenFiles(/\.sgi$/, sgi)
decodesGoodFiles('SGI', sgi)

const HEADER = 512

const of = (runs: number, size: number, shape: readonly number[], ...data: number[][]) =>
  file(be16(0x01da), [runs, size], be16(...shape), times(HEADER - 12), ...data)

/** The tables of offsets and lengths, followed by the rows. */
function packed(size: number, shape: readonly number[], ...rows: number[][]) {
  const tables = HEADER + rows.length * 8
  const offsets = rows.map((_, i) => tables + rows.slice(0, i).flat().length)
  return of(1, size, shape, be32(...offsets), be32(...rows.map((row) => row.length)), ...rows)
}

it.each([
  ['a row', of(0, 1, [1, 2, 0, 0], [7, 9]), greys(7, 9)],
  ['grey from the bottom', of(0, 1, [2, 1, 2, 1], [7, 9]), greys(9, 7)],
  ['grey and alpha', of(0, 1, [3, 1, 1, 2], [7, 9]), [[7, 7, 7, 9]]],
  [
    'RGB in planes',
    of(0, 1, [3, 2, 1, 3], [1, 2, 3, 4, 5, 6]),
    [
      [1, 3, 5, 255],
      [2, 4, 6, 255],
    ],
  ],
  ['RGBA', of(0, 1, [3, 1, 1, 4], [1, 2, 3, 4]), [[1, 2, 3, 4]]],
  ['five channels', of(0, 1, [3, 1, 1, 5], [1, 2, 3, 4, 5]), [[1, 2, 3, 4]]],
  ['16 bits', of(0, 2, [2, 2, 1, 1], be16(257, 65_535)), greys(1, 255)],
  ['runs', packed(1, [2, 5, 1, 1], [3, 7, 0x82, 8, 9, 0]), greys(7, 7, 7, 8, 9)],
  ['runs of 16 bits', packed(2, [2, 3, 1, 1], be16(2, 257, 0x81, 514, 0)), greys(1, 1, 2)],
  ['runs of two rows', packed(1, [2, 1, 2, 1], [1, 7, 0], [1, 9, 0]), greys(9, 7)],
])('reads %s', (_, bytes, expected) => {
  expect(pixels(sgi.decode(bytes))).toEqual(expected)
})

it('refuses palettes, runs beyond their row, rows behind the file and what is cut off', async () => {
  const palette = of(0, 1, [2, 1, 1, 1], [0])
  palette[107] = 3
  expect(() => sgi.decode(palette)).toThrow('palette')
  expect(() => sgi.decode(packed(1, [2, 2, 1, 1], [3, 7, 0]))).toThrow(RangeError)
  expect(() => sgi.decode(of(1, 1, [2, 1, 1, 1], be32(9999, 1)))).toThrow(RangeError)
  await expectCutsToThrow(packed(1, [2, 5, 1, 1], [3, 7, 0x82, 8, 9]), sgi.decode)
  await expectCutsToThrow(of(0, 1, [2, 1, 2, 1], [7, 9]), sgi.decode)
})
