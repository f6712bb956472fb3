import { describe, expect, test } from 'vitest'
import * as fpx from '../../../workers/codecs/formats/fpx/decode.ts'
import * as mic from '../../../workers/codecs/formats/mic/decode.ts'
import { expectCutsToThrow, expectSample, read, samples } from './samples.ts'

/** `part` of the file has the image: the first fifth of the FlashPix file, all of the MIC file. */
describe.each([
  ...samples('FPX').map((sample) => ({ ...sample, ...fpx, part: 1 / 5 })),
  ...samples('MIC').map((sample) => ({ ...sample, ...mic, part: 1 })),
])('$file', ({ info, decode, part, ...sample }) => {
  test('decodes like the reference', async () => {
    const bytes = read(sample)
    const image = await decode(bytes)
    expectSample(image, sample)
    const { width, height, alpha } = image
    expect(info(bytes)).toMatchObject({ width, height, alpha })
  })

  test('throws on a truncated file', async () => {
    const bytes = read(sample)
    await expectCutsToThrow(bytes, decode, Math.floor(bytes.length * part))
  })
})

test('other files are none', () => {
  expect(() => fpx.info(new Uint8Array(2000))).toThrow('compound file')
  expect(() => mic.info(new Uint8Array(0))).toThrow('compound file')
})
