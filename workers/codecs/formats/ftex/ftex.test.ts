import { describe, expect, it } from 'vitest'
import {
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, info } from './decode.ts'

describe.each(samples('FTEX'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
  })

  it('throws on a truncated file', () => {
    const last = bytes.length / (sample.file.includes('dxt1') ? 2 : 1)
    return expectCutsToThrow(bytes, decode, last)
  })
})

function file(width: number, height: number, kind: number, pixels: number[]) {
  const words = new Uint32Array([0x58455446, 1, width, height, 1, 1, kind, 32, pixels.length])
  return new Uint8Array([...new Uint8Array(words.buffer), ...pixels])
}

it('reads RGB', () => {
  const { data, alpha } = decode(file(2, 1, 1, [1, 2, 3, 4, 5, 6]))
  expect([...data]).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
  expect(alpha).toBe(false)
})

it('a kind that is not known and pixels that are not there are errors', () => {
  expect(() => decode(file(1, 1, 7, []))).toThrow('format 7')
  expect(() => decode(file(65_536, 65_536, 0, []))).toThrow(RangeError)
  expect(() => decode(file(0, 1, 1, []))).toThrow('0 x 1')
})
