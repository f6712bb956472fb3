import { expect, it } from 'vitest'
import {
  decodesGoodFiles,
  file,
  greys,
  le16,
  pixels,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as msp from './decode.ts'

decodesGoodFiles('MSP', msp)

function of(magic: string, width: number, height: number, ...data: ArrayLike<number>[]) {
  const words = [...le16(width, height, 1, 1, 1, 1, width, height, 0, 0)]
  const head = file(magic, words, le16(0, 0, 0, 0))
  const sum = new Uint16Array(head.buffer).reduce((all, word) => all ^ word, 0)
  return file(magic, words, le16(sum, 0, 0, 0), ...data)
}

const packed = of('LinS', 24, 3, le16(0, 4, 5), [2, 1, 2, 0], [0, 1, 9, 1, 255])

it('reads version 1 as it is', () => {
  expect(pixels(msp.decode(of('DanM', 3, 1, [0b101_00000])))).toEqual(greys(255, 0, 255))
})

it('reads the runs and literals of version 2; a row of none is white', () => {
  const bits = (value: number) => Array.from({ length: 24 }, (_, i) => (value >> (23 - i)) & 1)
  const expected = [0xffffff, 0x0102ff, 0x09ffff].flatMap(bits).map((bit) => bit * 255)
  expect(pixels(msp.decode(packed))).toEqual(greys(...expected))
})

it('refuses a wrong sum and what is cut off', async () => {
  const wrong = packed.slice()
  wrong[5] = 1
  expect(() => msp.decode(wrong)).toThrow('sum')
  await expectCutsToThrow(packed, msp.decode)
})
