import { expect, it } from 'vitest'
import {
  decodesGoodFiles,
  file,
  greys,
  le16,
  pixels,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as im from './decode.ts'

decodesGoodFiles('IM', im)

const of = (type: string, size: string, data: ArrayLike<number>, more = '') =>
  file(`Image type: ${type} image\r\nImage size (x*y): ${size}\r\n${more}\0\x1a`, data)

it.each([
  ['Greyscale', '1*2', [10, 20], greys(20, 10)],
  ['0 1', '3*1', [0b101_00000], greys(255, 0, 255)],
  ['RGB', '2*1', [1, 2, 3, 4, 5, 6], [1, 3, 5, 255, 2, 4, 6, 255]],
  ['RGB3', '1*1', [2, 1, 3], [1, 2, 3, 255]],
  ['X 24', '1*1', [1, 2, 3], [1, 2, 3, 255]],
  ['LA', '2*1', [1, 2, 30, 40], [1, 1, 1, 30, 2, 2, 2, 40]],
  ['RGBA', '1*1', [1, 2, 3, 4], [1, 2, 3, 4]],
  ['RGBX', '1*1', [1, 2, 3, 4], [1, 2, 3, 255]],
  ['CMYK', '1*1', [255, 0, 0, 0], [0, 255, 255, 255]],
  ['YCC', '1*1', [100, 128, 128], greys(100)],
  ['L 16', '2*1', le16(257, 65_535), greys(1, 255)],
])('reads %s of %s, rows from the bottom', (type, size, data, expected) => {
  expect(pixels(im.decode(of(type, size, data))).flat()).toEqual(expected.flat())
})

it('reads a palette in planes', () => {
  const planes = [0, 1, 2].flatMap((c) => Array.from({ length: 256 }, (_, i) => (i + c) & 255))
  const bytes = of('Greyscale', '2*1', [...planes, 7, 9], 'Lut: 1\r\n')
  expect(pixels(im.decode(bytes))).toEqual([
    [7, 8, 9, 255],
    [9, 10, 11, 255],
  ])
})

it('refuses other text, types that are not known and what is cut off', async () => {
  expect(sniff(file('#define im_width 1\n\0\x1a'))).not.toBe('im')
  expect(sniff(file('Subject: hello\n\0\x1a'))).not.toBe('im')
  expect(() => im.decode(of('B2', '1*1', [0]))).toThrow('B2')
  await expectCutsToThrow(of('RGB', '2*1', [1, 2, 3, 4, 5, 6]), im.decode)
})
