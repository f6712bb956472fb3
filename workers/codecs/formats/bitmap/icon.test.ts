import { expect, it } from 'vitest'
import { file, le16, le32 } from '../../../../test/unit/formats/decoder.ts'
import { brokenFiles } from '../../../../test/unit/formats/samples.ts'
import { largestPicture, pngInIcon } from './icon.ts'

const entry = (side: number, bits: number, size: number, offset: number) =>
  file([side, side, 0, 0], le16(1, bits), le32(size, offset))
const PNG = '\x89PNG\r\n\x1a\n'

it('of several pictures the largest is taken, and of those the one with most bits', () => {
  const bytes = file(
    le16(0, 1, 3),
    entry(16, 32, 1, 54),
    entry(32, 8, 1, 55),
    entry(32, 24, 1, 56),
    [1, 2, 3],
  )
  const { picture, icon } = largestPicture(bytes)
  expect([...picture]).toEqual([3])
  expect(icon).toEqual(file(le16(0, 1, 1), entry(32, 24, 1, 22), [3]))
})

it('a bitmap may be longer than its entry states, a PNG file may not', () => {
  const bitmap = file(le16(0, 2, 1), entry(4, 0, 1, 22), [1, 2, 3])
  expect([...largestPicture(bitmap).picture]).toEqual([1, 2, 3])
  const png = file(le16(0, 1, 1), entry(0, 32, 8, 22), PNG, [9])
  expect(pngInIcon(png)).toEqual(file(PNG))
  const cut = file(le16(0, 1, 1), entry(0, 32, 90, 22), PNG)
  expect(() => pngInIcon(cut)).toThrow(RangeError)
})

it.each(brokenFiles(/\.cur$/))('$file is refused', ({ bytes }) => {
  expect(() => largestPicture(bytes)).toThrow('without pictures')
})
