import { expect, it } from 'vitest'
import { decodesGoodFiles, file, greys, pixels } from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as imt from './decode.ts'

decodesGoodFiles('IMT', imt)

const bytes = file('*a comment\nwidth 2\nheight 1\npixel n8\n\f', [12, 10])

it('reads grey behind the form feed', () => {
  expect(sniff(bytes)).toBe('imt')
  expect(pixels(imt.decode(bytes))).toEqual(greys(12, 10))
})

it('refuses other text, other pixels and what is cut off', async () => {
  expect(() => imt.decode(file('width 2\nheight 1\nHello!\n\f'))).toThrow(Error)
  expect(() => imt.decode(file('width 1\nheight 1\npixel n16\n\f', [0, 0]))).toThrow('n16')
  await expectCutsToThrow(bytes, imt.decode)
})
