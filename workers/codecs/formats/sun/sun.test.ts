import { expect, it } from 'vitest'
import {
  be32,
  decodesGoodFiles,
  file,
  greys,
  pixels,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as sun from './decode.ts'

decodesGoodFiles('SUN', sun)

const of = (
  width: number,
  height: number,
  depth: number,
  type: number,
  data: number[],
  palette: number[] = [],
) =>
  file(
    be32(
      0x59a66a95,
      width,
      height,
      depth,
      data.length,
      type,
      palette.length > 0 ? 1 : 0,
      palette.length,
    ),
    palette,
    data,
  )

it.each([
  ['1 bit, 1 is black', of(3, 2, 1, 1, [0b101_00000, 0, 0, 0]), greys(0, 255, 0, 255, 255, 255)],
  ['8 bits in grey', of(1, 2, 8, 1, [7, 0, 9, 0]), greys(7, 9)],
  ['4 bits in grey', of(3, 1, 4, 1, [0x1f, 0x20]), greys(17, 255, 34)],
  [
    'a palette in planes',
    of(2, 1, 8, 1, [1, 0], [1, 2, 3, 4, 5, 6]),
    [
      [2, 4, 6, 255],
      [1, 3, 5, 255],
    ],
  ],
  ['24 bits as BGR', of(1, 1, 24, 1, [3, 2, 1, 0]), [[1, 2, 3, 255]]],
  ['24 bits as RGB', of(1, 1, 24, 3, [1, 2, 3, 0]), [[1, 2, 3, 255]]],
  [
    '32 bits, the first no colour',
    of(2, 1, 32, 1, [0, 3, 2, 1, 0, 6, 5, 4]),
    [
      [1, 2, 3, 255],
      [4, 5, 6, 255],
    ],
  ],
  [
    '32 bits, the last no colour',
    of(2, 1, 32, 1, [3, 2, 1, 0, 6, 5, 4, 0]),
    [
      [1, 2, 3, 255],
      [4, 5, 6, 255],
    ],
  ],
  [
    'runs of rows that are filled up',
    of(3, 2, 8, 2, [128, 2, 7, 0, 128, 0, 9, 9, 0]),
    greys(7, 7, 7, 128, 9, 9),
  ],
  ['runs of rows that are not', of(3, 2, 8, 2, [128, 4, 7, 9]), greys(7, 7, 7, 7, 7, 9)],
])('reads %s', (_, bytes, expected) => {
  expect(pixels(sun.decode(bytes))).toEqual(expected)
})

it('refuses other depths, too large sizes and what is cut off', async () => {
  expect(() => sun.decode(of(1, 1, 16, 1, [0, 0]))).toThrow('received 16')
  expect(() => sun.decode(of(60_000, 60_000, 8, 2, [128, 255, 0]))).toThrow(RangeError)
  await expectCutsToThrow(of(1, 2, 8, 1, [7, 0, 9]), sun.decode)
  await expectCutsToThrow(of(2, 2, 8, 2, [128, 2, 7, 9]), sun.decode)
})
