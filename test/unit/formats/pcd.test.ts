import { expect, it } from 'vitest'
import * as pcd from '../../../workers/codecs/formats/pcd.ts'
import { decodesGoodFiles } from './decoder.ts'
import { expectCutsToThrow, expectSample, read, samples } from './samples.ts'

decodesGoodFiles('PCD', pcd)

it.each(samples('PCD'))('$file has the colours of the manifest', (sample) => {
  const { compare: _, ...whole } = sample
  expectSample(pcd.decode(read(sample)), whole)
})

const BASE_AT = 96 * 2048
const [WIDTH, HEIGHT] = [768, 512]

/** Grey, with a brighter pixel in the upper left corner. */
function of(turns: number) {
  const bytes = new Uint8Array(BASE_AT + WIDTH * HEIGHT * 1.5)
  bytes.set(new TextEncoder().encode('PCD_'), 2048)
  bytes[2048 + 1538] = turns
  for (let at = BASE_AT; at < bytes.length; at += WIDTH * 3) {
    bytes.fill(100, at, at + WIDTH * 2)
    bytes.fill(156, at + WIDTH * 2, at + WIDTH * 2.5)
    bytes.fill(137, at + WIDTH * 2.5, at + WIDTH * 3)
  }
  bytes[BASE_AT] = 150
  return bytes
}

it.each([
  [0, WIDTH, HEIGHT, 0, 0],
  [1, HEIGHT, WIDTH, 0, WIDTH - 1],
  [2, WIDTH, HEIGHT, WIDTH - 1, HEIGHT - 1],
  [3, HEIGHT, WIDTH, HEIGHT - 1, 0],
])('of %i turns is %i x %i with its corner at %i, %i', (turns, width, height, x, y) => {
  const { data, ...size } = pcd.decode(of(turns))
  expect(size).toMatchObject({ width, height })
  const bright = (y * width + x) * 4
  expect([...data.subarray(bright, bright + 4)]).toEqual([204, 204, 204, 255])
  expect(data.filter((value) => value === 204).length).toBe(3)
  expect(data.filter((value) => value === 136).length).toBe((width * height - 1) * 3)
})

it('refuses what is cut off', () => expectCutsToThrow(of(0), pcd.decode))
