import { expect, it } from 'vitest'
import * as netpbm from '../../../workers/codecs/formats/netpbm.ts'
import { sniff } from '../../../workers/codecs/sniff/sniff.ts'
import { be16, decodesGoodFiles, file, greys, pixels, refusesBrokenFiles } from './decoder.ts'
import { expectCutsToThrow } from './samples.ts'

refusesBrokenFiles(/\.ppm$/, netpbm)
decodesGoodFiles('PPM', netpbm)

const floats = (little: boolean, ...values: number[]) => {
  const data = new DataView(new ArrayBuffer(values.length * 4))
  for (const [i, value] of values.entries()) data.setFloat32(i * 4, value, little)
  return new Uint8Array(data.buffer)
}
const pam = (depth: number, most: number, type: string) =>
  `P7\nWIDTH 1\nHEIGHT 1\n# a comment\nDEPTH ${depth}\nMAXVAL ${most}\nTUPLTYPE ${type}\nENDHDR\n`

it.each([
  ['P1 without spaces', file('P1\n#c\n3 2\n101 #x\n0 10'), greys(0, 255, 0, 255, 0, 255)],
  ['P2', file('P2 2 1 100\n0 # 7\n100'), greys(0, 255)],
  ['P3', file('P3\r\n1 1\r\n15\r\n1 2\t3'), [[17, 34, 51, 255]]],
  ['P4', file('P4\n3 2\n', [0b101_00000, 0b010_00000]), greys(0, 255, 0, 255, 0, 255)],
  ['P5', file('P5\n2 1 # c\n255\n', [7, 9]), greys(7, 9)],
  ['P5 up to 15', file('P5 2 1 15\n', [1, 15]), greys(17, 255)],
  ['P5 of 16 bits', file('P5 2 1 65535\n', be16(257, 65_535)), greys(1, 255)],
  ['P6', file('P6 1 1 255\n', [1, 2, 3]), [[1, 2, 3, 255]]],
  ['P7 in grey and alpha', file(pam(2, 255, 'GRAYSCALE_ALPHA'), [7, 9]), [[7, 7, 7, 9]]],
  [
    'P7 in RGBA of 16 bits',
    file(pam(4, 65_535, 'RGB_ALPHA'), be16(257, 514, 771, 1028)),
    [[1, 2, 3, 4]],
  ],
  ['P7 of a bit', file(pam(1, 1, 'BLACKANDWHITE'), [1]), greys(255)],
  ['Pf from the bottom', file('Pf\n1 2\n-1.0\n', floats(true, 7, 300)), greys(255, 7)],
  ['PF', file('PF\n1 1\n1.0\n', floats(false, 1, 20, 30)), [[1, 20, 30, 255]]],
  ['PF of 0 to 1', file('PF\n1 1\n1.0\n', floats(false, 0, 0.2, 1)), [[0, 51, 255, 255]]],
])('reads %s', (_, bytes, expected) => {
  expect(sniff(bytes)).toBe('ppm')
  expect(pixels(netpbm.decode(bytes))).toEqual(expected)
})

it.each([
  ['a side below 0', 'P5 -1 1 255\n0'],
  ['a largest value of 0', 'P5 1 1 0\n0'],
  ['a number above the largest', 'P2 1 1 5\n6'],
  ['letters among numbers', 'P2 1 1 5\nx'],
  ['a size that the file cannot hold', 'P6 60000 60000 255\n000'],
])('refuses %s', (_, text) => {
  expect(() => netpbm.decode(file(text))).toThrow(Error)
})

it('refuses what is cut off', async () => {
  await expectCutsToThrow(file('P6 1 2 255\n', [1, 2, 3, 4, 5, 6]), netpbm.decode)
  await expectCutsToThrow(file('P3 1 2 255\n1 2 3 4 5 6'), netpbm.decode)
  await expectCutsToThrow(file('PF\n1 1\n1.0\n', floats(false, 1, 2, 3)), netpbm.decode)
  await expectCutsToThrow(file(pam(4, 255, 'RGB_ALPHA'), [1, 2, 3, 4]), netpbm.decode)
})
