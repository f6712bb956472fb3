import { expect, it } from 'vitest'
import {
  be32,
  decodesGoodFiles,
  file,
  greys,
  pixels,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import * as gbr from './decode.ts'

decodesGoodFiles('GBR', gbr)

const colour = file(be32(31, 2, 1, 2, 4), 'GIMP', be32(25), 'ab\0', [1, 2, 3, 4, 5, 6, 7, 8])

it('reads version 1 in grey and version 2 in RGBA', () => {
  const grey = file(be32(23, 1, 3, 1, 1), 'ab\0', [10, 20, 30])
  expect(pixels(gbr.decode(grey))).toEqual(greys(10, 20, 30))
  expect(pixels(gbr.decode(colour))).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ])
})

it('refuses what is no brush and what is cut off', async () => {
  expect(() => gbr.decode(file(be32(28, 2, 1, 1, 3), 'GIMP', be32(25), [0]))).toThrow('received 3')
  expect(() => gbr.decode(file(be32(28, 2, 0, 1, 4), 'GIMP', be32(25), [0]))).toThrow('0 x 1')
  await expectCutsToThrow(colour, gbr.decode)
})
