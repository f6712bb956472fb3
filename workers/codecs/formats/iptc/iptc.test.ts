import { expect, it } from 'vitest'
import {
  be16,
  be32,
  decodesGoodFiles,
  file,
  greys,
  pixels,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as iptc from './decode.ts'

decodesGoodFiles('IPTC/NAA', iptc)

const field = (record: number, number: number, value: number[]) => [
  ...[0x1c, record, number],
  ...be16(value.length),
  ...value,
]

const of = (components: number[], compression: number, ...data: number[][]) =>
  file(
    field(3, 20, be16(2)),
    field(3, 30, be16(1)),
    field(3, 60, components),
    field(3, 120, [compression]),
    ...data,
  )

it('joins the parts of the picture, of lengths in 16 and in 32 bits', () => {
  const long = [0x1c, 8, 10, ...be16(0x8004), ...be32(1), 20]
  expect(pixels(iptc.decode(of([1, 0], 1, field(8, 10, [10]), long)))).toEqual(greys(10, 20))
})

it.each([
  ['planes', 2, [1, 2, 3, 4, 5, 6], [1, 3, 5, 255, 2, 4, 6, 255]],
  ['lines', 3, [1, 2, 3, 4, 5, 6], [1, 3, 5, 255, 2, 4, 6, 255]],
  ['pixels', 4, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]],
  ['one of three files', 1, [1, 2], [1, 0, 0, 255, 2, 0, 0, 255]],
])('reads RGB by %s', (_, order, data, expected) => {
  expect(pixels(iptc.decode(of([3, order], 1, field(8, 10, data)))).flat()).toEqual(expected)
})

it('hands a JPEG on', () => {
  const bytes = of([3, 4], 5, field(8, 10, [0xff, 0xd8]), field(8, 10, [0xff]))
  expect(iptc.embedded(bytes)).toEqual(file([0xff, 0xd8, 0xff]))
  expect(() => iptc.decode(bytes)).toThrow('compression 5')
  expect(iptc.embedded(of([1, 0], 1, field(8, 10, [1, 2])))).toBeUndefined()
})

it('refuses what is cut off', () =>
  expectCutsToThrow(of([1, 0], 1, field(8, 10, [10, 20])), iptc.decode))
