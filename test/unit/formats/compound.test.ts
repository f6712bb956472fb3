import { describe, expect, test } from 'vitest'
import * as fpx from '../../../workers/codecs/formats/fpx.ts'
import * as mic from '../../../workers/codecs/formats/mic.ts'
import { expectCutsToThrow, expectSample, read, type Sample, samples } from './grid.ts'

/**
 * The blocks at the right edge of a picture of 70 columns, whose second tile the reference reads as rows of 6
 * bytes. The file says that the tile has 4096 bytes, 64 a row, and only so does the drawing go on beyond the edge
 * of the first tile.
 */
const RIGHT_EDGE = [63.1, 175.9, 63.1, 9.4]

function corrected(sample: Sample): Sample {
  if (sample.file !== 'fpx__input_bw_one_band.fpx') return sample
  const cells = sample.grid4x4Premultiplied?.map((cell, i) => {
    const grey = RIGHT_EDGE[(i - 3) / 4]
    return grey === undefined ? cell : [grey, grey, grey, 255]
  })
  return { ...sample, ...(cells && { grid4x4Premultiplied: cells }) }
}

/** The picture of the FlashPix file stands in its first third, that of the other file ends it. */
describe.each([
  ...samples('FPX').map((sample) => ({ ...corrected(sample), ...fpx, part: 1 / 3 })),
  ...samples('MIC').map((sample) => ({ ...sample, ...mic, part: 1 })),
])('$file', ({ facts, decode, part, ...sample }) => {
  test('decodes as the reference says', async () => {
    const bytes = read(sample)
    const image = await decode(bytes)
    expectSample(image, sample)
    const { width, height, alpha } = image
    expect(facts(bytes)).toMatchObject({ width, height, alpha })
  })

  test('throws where it is cut off', async () => {
    const bytes = read(sample)
    await expectCutsToThrow(bytes, decode, Math.floor(bytes.length * part))
  })
})

test('other files are none', () => {
  expect(() => fpx.facts(new Uint8Array(2000))).toThrow('compound file')
  expect(() => mic.facts(new Uint8Array(0))).toThrow('compound file')
})
