import { expect, it } from 'vitest'
import * as xbm from '../../../workers/codecs/formats/xbm.ts'
import { sniff } from '../../../workers/codecs/sniff/sniff.ts'
import { decodesGoodFiles, file, greys, pixels } from './decoder.ts'
import { expectCutsToThrow, expectSample, read, samples } from './samples.ts'

decodesGoodFiles('XBM', xbm)

it.each(samples('XBM'))('$file is black where the manifest has white', (sample) => {
  const picture = xbm.decode(read(sample))
  for (let i = 0; i < picture.data.length; i++) {
    if (i % 4 < 3) picture.data[i] = 255 - (picture.data[i] as number)
  }
  const { compare: _, ...whole } = sample
  expectSample(picture, whole)
})

const of = (array: string) =>
  file(`/* made */\n#define a_width 3\n#define a_height 2\n#define a_x_hot 1\nstatic ${array};\n`)

it.each([
  'char a_bits[] = { 0x05, 0x02 }',
  'unsigned char a_bits[] = {\n 5, 02, }',
  'const unsigned char a_bits[2] = {0X05,/* 7 */0x02}',
  'short a_bits[] = { 0x0005, 0x0002 }',
])('reads %s: the low bit is to the left, 1 is black', (array) => {
  expect(sniff(of(array))).toBe('xbm')
  expect(pixels(xbm.decode(of(array)))).toEqual(greys(0, 255, 0, 255, 0, 255))
})

it('refuses other source and what is cut off', async () => {
  expect(() => xbm.decode(file('#define a_width 3\nint main() {}\n'))).toThrow(Error)
  expect(() => xbm.decode(file('#define a_width 9999\n#define a_height 9999\n'))).toThrow(
    RangeError,
  )
  const bytes = of('char a_bits[] = { 0x05, 0x02 }')
  await expectCutsToThrow(bytes, xbm.decode, bytes.length - 7)
})
