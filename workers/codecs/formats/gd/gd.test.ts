import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  be16,
  be32,
  decodesGoodFiles,
  file,
  pixels,
  times,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as gd from './decode.ts'

decodesGoodFiles('GD', gd)

const palette = [be16(3), be32(1), [9, 8, 7, 0, 1, 1, 1, 0, 6, 5, 4, 127], times(1024 - 12)]
const opaque = [9, 8, 7, 255]

it('reads a palette with a transparent index and with alpha of 0 to 127', async () => {
  const bytes = file(be16(0xffff, 3, 1), [0], ...palette, [0, 1, 2])
  expect(gd.info(bytes).alpha).toBe(true)
  expect(pixels(await gd.decode(bytes))).toEqual([opaque, [1, 1, 1, 0], [6, 5, 4, 0]])
})

it('reads true colour as ARGB, and the transparent colour', async () => {
  const bytes = file(be16(0xfffe, 2, 1), [1], be32(0x00010101), [0, 9, 8, 7, 0, 1, 1, 1])
  expect(pixels(await gd.decode(bytes))).toEqual([opaque, [1, 1, 1, 0]])
})

/** 3 x 1 pixels in two chunks of 2 x 2. */
const second = (form: number, ...rest: ArrayLike<number>[]) =>
  file('gd2\0', be16(2, 3, 1, 2, form, 2, 1), ...rest)

it('reads the chunks of GD2, as they are and in zlib', async () => {
  const expected = [opaque, [6, 5, 4, 0], [1, 1, 1, 0]]
  const raw = second(1, [0], ...palette, [0, 2], [1])
  expect(pixels(await gd.decode(raw))).toEqual(expected)
  const chunks = [deflateSync(file([0, 2])), deflateSync(file([1]))] as const
  const from = 18 + 7 + 1024 + 16
  const table = be32(from, chunks[0].length, from + chunks[0].length, chunks[1].length)
  const packed = second(2, [0], ...palette, table, ...chunks)
  expect(pixels(await gd.decode(packed))).toEqual(expected)
  await expectCutsToThrow(raw, gd.decode)
  await expectCutsToThrow(packed, gd.decode)
})

it('refuses chunks that do not cover the picture, and a picture that no file of this length holds', async () => {
  const few = file('gd2\0', be16(2, 3, 1, 1, 1, 2, 1), [0], ...palette, [0, 0, 0])
  await expect(gd.decode(few)).rejects.toThrow('2 x 1')
  const huge = file('gd2\0', be16(2, 65_535, 4000, 65_535, 2, 1, 1), [0], ...palette, be32(0, 9))
  await expect(gd.decode(huge)).rejects.toThrow(RangeError)
})
