import { expect, it } from 'vitest'
import { manyScans } from '../../../../test/many-scans.ts'
import { readJpeg } from './segments.ts'

it.each([
  [24, 8_000],
  [500, 800],
])('%i scans of %i pixels a side are read', (scans, side) => {
  expect(readJpeg(manyScans(side, scans))).toMatchObject({ width: side, height: side })
})

it.each([
  [25, 8_000],
  [501, 800],
  [40_000, 16],
])('%i scans of %i pixels a side are refused', (scans, side) => {
  expect(() => readJpeg(manyScans(side, scans))).toThrow(`a JPEG of ${scans} scans`)
})

it('scans are counted beyond what looks like an end inside a segment, and not after the end', () => {
  const [head, tail] = [manyScans(16, 300), manyScans(16, 300)]
  const comment = [0xff, 0xfe, 0, 4, 0xff, 0xd9]
  const scans = tail.subarray(tail.length - 300 * 11 - 2)
  const hidden = Uint8Array.from([...head.subarray(0, -2), ...comment, ...scans])
  expect(() => readJpeg(hidden)).toThrow('a JPEG of 600 scans')
  expect(readJpeg(Uint8Array.from([...head, ...scans])).width).toBe(16)
})
