import { expect, it } from 'vitest'
import { decodesGoodFiles, file, greys, pixels } from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as spider from './decode.ts'

decodesGoodFiles('SPIDER', spider)

const HEADER = 1024

/** An image of 2 x 1. `stack` is the number of images of a stack, which has an additional header. */
function of(little: boolean, stack = 0, form = 1) {
  const headers = stack > 0 ? 2 : 1
  const bytes = new Uint8Array(HEADER * headers + 8)
  const data = new DataView(bytes.buffer)
  const put = (at: number, value: number) => data.setFloat32(at, value, little)
  const fields = {
    2: 1,
    5: form,
    12: 2,
    13: 128,
    22: HEADER,
    23: 8,
    24: stack > 0 ? 2 : 0,
    26: stack,
  }
  for (const [field, value] of Object.entries(fields)) put((Number(field) - 1) * 4, value)
  put(HEADER * headers, 20.4)
  put(HEADER * headers + 4, 300)
  return bytes
}

it.each([true, false])('reads floats, little-endian: %s', (little) => {
  expect(sniff(of(little))).toBe('spider')
  expect(pixels(spider.decode(of(little)))).toEqual(greys(20, 255))
})

it('reads the first picture of a stack', () => {
  expect(pixels(spider.decode(of(true, 3)))).toEqual(greys(20, 255))
})

it('refuses volumes, other numbers and what is cut off', async () => {
  expect(() => spider.decode(of(true, 0, 3))).toThrow(Error)
  expect(sniff(file(new Uint8Array(200)))).not.toBe('spider')
  await expectCutsToThrow(of(true), spider.decode)
})
