import { expect, it } from 'vitest'
import * as gif from '../../../workers/codecs/formats/gif.ts'
import { decodesGoodFiles, file, greys, le16, pixels, refusesBrokenFiles } from './decoder.ts'
import { expectCutsToThrow } from './samples.ts'

refusesBrokenFiles(/\.gif$/, gif)
decodesGoodFiles('GIF', gif)

/** 2-bit indices in 3-bit codes. The table is cleared before each pair, so that codes do not grow. */
function lzw(...indices: number[]) {
  const CLEAR = 4
  const codes = indices.flatMap((index, i) => (i % 2 === 0 ? [CLEAR, index] : [index]))
  return packed([...codes, CLEAR + 1])
}

function packed(codes: number[]) {
  const bytes = new Array<number>(Math.ceil((codes.length * 3) / 8)).fill(0)
  for (const [i, code] of codes.entries()) {
    for (let bit = 0; bit < 3; bit++) {
      const at = i * 3 + bit
      bytes[at >> 3] = (bytes[at >> 3] as number) | (((code >> bit) & 1) << (at & 7))
    }
  }
  return [2, bytes.length, ...bytes, 0]
}

const palette = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
const head = (width: number, height: number) =>
  file('GIF89a', le16(width, height), [0x81, 0, 0], palette)
const frame = (box: number[], flags: number, ...data: number[][]) =>
  file([0x2c], le16(...box), [flags], ...data)
const transparent = (index: number) => [0x21, 0xf9, 4, 1, 0, 0, index, 0]
const comment = [0x21, 0xfe, 2, 0x2c, 0x2c, 0]

it('puts the first frame on the canvas, which is transparent elsewhere', () => {
  const bytes = file(head(3, 2), comment, frame([1, 1, 2, 1], 0, lzw(3, 2)), [0x3b])
  const none = [0, 0, 0, 0]
  expect(pixels(gif.decode(bytes))).toEqual([none, none, none, none, ...greys(3, 2)])
  expect(gif.info(bytes)).toEqual({ width: 3, height: 2, alpha: true })
})

it('reads a transparent index, a palette of its own, and one that comes a code early', () => {
  const see = file(head(2, 1), transparent(2), frame([0, 0, 2, 1], 0, lzw(3, 2)))
  expect(pixels(gif.decode(see))).toEqual([
    [3, 3, 3, 255],
    [0, 0, 0, 0],
  ])
  const own = file(head(2, 1), frame([0, 0, 2, 1], 0x81, [...palette].reverse(), lzw(3, 2)))
  expect(pixels(gif.decode(own))).toEqual(greys(0, 1))
  expect(gif.info(own).alpha).toBe(false)
  const early = file(head(3, 1), frame([0, 0, 3, 1], 0, packed([4, 1, 6, 5])))
  expect(pixels(gif.decode(early))).toEqual(greys(1, 1, 1))
})

it('reads interlaced rows', () => {
  const rows = [0, 1, 2, 3, 0, 1, 2, 3, 0]
  const bytes = file(head(1, 9), frame([0, 0, 1, 9], 0x40, lzw(...rows)))
  expect(pixels(gif.decode(bytes))).toEqual(greys(0, 1, 3, 2, 2, 3, 0, 0, 1))
})

it('grows the canvas for a larger frame', () => {
  const bytes = file(head(1, 1), frame([0, 0, 2, 1], 0, lzw(3, 2)))
  expect(gif.info(bytes)).toMatchObject({ width: 2, height: 1 })
})

it('refuses codes that are not known, files without a frame and what is cut off', async () => {
  expect(() => gif.decode(file(head(2, 1), frame([0, 0, 2, 1], 0, packed([4, 7]))))).toThrow('7')
  expect(() => gif.decode(file(head(2, 1), [0x3b]))).toThrow('frame')
  const huge = frame([0, 0, 65_535, 65_535], 0, lzw(1))
  expect(() => gif.decode(file(head(1, 1), huge))).toThrow(RangeError)
  const bytes = file(head(2, 1), frame([0, 0, 2, 1], 0, lzw(3, 2)))
  await expectCutsToThrow(bytes, gif.decode, bytes.length - 2)
})
