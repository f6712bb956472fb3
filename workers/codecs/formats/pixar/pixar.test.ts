import { expect, it } from 'vitest'
import {
  decodesGoodFiles,
  file,
  le16,
  pixels,
  times,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as pixar from './decode.ts'

decodesGoodFiles('PIXAR', pixar)

const of = (channels: number, storage: number, ...data: number[]) =>
  file([0x80, 0xe8, 0, 0], times(412), le16(1, 2, 1, 2, channels, storage), times(1024 - 428), data)

it('reads RGB and RGBA', () => {
  expect(pixels(pixar.decode(of(14, 2, 1, 2, 3, 4, 5, 6)))).toEqual([
    [1, 2, 3, 255],
    [4, 5, 6, 255],
  ])
  expect(pixels(pixar.decode(of(15, 2, 1, 2, 3, 4, 5, 6, 7, 8)))).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ])
})

it('refuses runs and what is cut off', async () => {
  expect(() => pixar.decode(of(14, 0, 1, 2, 3, 4, 5, 6))).toThrow('storage 0')
  await expectCutsToThrow(of(14, 2, 1, 2, 3, 4, 5, 6), pixar.decode)
})
