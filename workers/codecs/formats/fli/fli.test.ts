import { expect, it } from 'vitest'
import {
  decodesGoodFiles,
  file,
  greys,
  le16,
  le32,
  pixels,
  refusesBrokenFiles,
  times,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as fli from './decode.ts'

refusesBrokenFiles(/^fli_oob|\.fli$|^fli_overrun/, fli)
decodesGoodFiles('FLI', fli)
decodesGoodFiles('FLC', fli)

const chunk = (kind: number, ...body: ArrayLike<number>[]) => {
  const bytes = file(...body)
  return file(le32(6 + bytes.length), le16(kind), bytes)
}

/** 4 x 2 pixels. Without a palette, indices are greys. */
const of = (...chunks: Uint8Array[]) =>
  file(
    le32(0),
    le16(0xaf11, 1, 4, 2, 8, 3),
    times(112),
    chunk(0xf100, [1, 2, 3]),
    chunk(0xf1fa, le16(chunks.length), times(8), ...chunks),
  )

const copy = chunk(16, [1, 2, 3, 4, 5, 6, 7, 8])

it.each([
  ['as they are', [copy], [1, 2, 3, 4, 5, 6, 7, 8]],
  ['runs', [chunk(15, [1, 4, 9], [2, 254, 1, 2, 2, 3])], [9, 9, 9, 9, 1, 2, 3, 3]],
  ['black over what was there', [copy, chunk(13)], [0, 0, 0, 0, 0, 0, 0, 0]],
  [
    'byte changes',
    [copy, chunk(12, le16(1, 1), [2, 1, 1, 20, 0, 254, 30])],
    [1, 2, 3, 4, 5, 20, 30, 30],
  ],
  [
    'word changes',
    [copy, chunk(7, le16(1, 0xffff, 0x8000 + 99, 2), [0, 1, 20, 21], [0, 255, 30, 31])],
    [1, 2, 3, 4, 20, 21, 30, 31],
  ],
])('reads %s', (_, chunks, expected) => {
  expect(pixels(fli.decode(of(...chunks)))).toEqual(greys(...expected))
})

it('reads palettes of 6 and of 8 bits', () => {
  const first = (kind: number) => fli.decode(of(chunk(kind, le16(1), [1, 1, 63, 32, 0]), copy))
  expect(pixels(first(11))[0]).toEqual([255, 130, 0, 255])
  expect(pixels(first(4))[0]).toEqual([63, 32, 0, 255])
})

it('refuses chunks of no length, runs behind the end and what is cut off', async () => {
  expect(() => fli.decode(of(file(le32(0), le16(15))))).toThrow('received 0')
  expect(() => fli.decode(of(chunk(15, [1, 4])))).toThrow(RangeError)
  await expectCutsToThrow(of(copy), fli.decode)
})
