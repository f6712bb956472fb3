import { describe, expect, it } from 'vitest'
import * as dcx from '../../../workers/codecs/formats/dcx.ts'
import { decode, info } from '../../../workers/codecs/formats/pcx.ts'
import { brokenFiles, expectCutsToThrow, expectSample, read, samples } from './samples.ts'

const PALETTE = 769

describe.each(samples('PCX'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
  })

  it('throws on a truncated file', () =>
    expectCutsToThrow(bytes, decode, bytes.length - PALETTE - 100))
})

describe.each(samples('DCX'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => expectSample(dcx.decode(bytes), sample))

  it('throws on a truncated file', () => expectCutsToThrow(bytes, dcx.decode, bytes.length / 3))
})

it.each(brokenFiles(/pcx/))('$file is refused', ({ bytes }) => {
  expect(() => decode(bytes)).toThrow(RangeError)
})

interface Options {
  bits: number
  planes: number
  width: number
  stride?: number
  coded?: number
  palette?: number[]
}

/** A file of one row. */
function file(row: number[], options: Options) {
  const { bits, planes, width, stride = row.length / planes, coded = 0, palette = [] } = options
  const bytes = new Uint8Array(128 + row.length)
  bytes.set([10, 5, coded, bits, 1, 0, 1, 0, width, 0, 1, 0, 72, 0, 72, 0])
  bytes.set(palette, 16)
  bytes.set([planes, stride], 65)
  bytes.set(row, 128)
  return bytes
}
const pixels = (...args: Parameters<typeof file>) => [...decode(file(...args)).data]
const grey = (...values: number[]) => values.flatMap((v) => [v, v, v, 255])

it('one bit is black and white, whatever the palette', () => {
  const palette = [255, 0, 0, 0, 255, 0]
  const row = pixels([0b01000000, 0b10000000], { bits: 1, planes: 1, width: 9, palette })
  expect(row).toEqual(grey(0, 255, 0, 0, 0, 0, 0, 0, 255))
  expect(info(file([0, 0], { bits: 1, planes: 1, width: 9 }))).toEqual({
    width: 9,
    height: 1,
    alpha: false,
    dpi: 72,
  })
})

it('planes and bits make an index into the palette, that of EGA where there is none', () => {
  const four = { bits: 1, planes: 4, width: 2, stride: 2 }
  const row = [0x80, 0, 0x40, 0, 0, 0, 0xc0, 0]
  expect(pixels(row, four)).toEqual([85, 85, 255, 255, 85, 255, 85, 255])
  const palette = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const two = pixels([0b01111000], { bits: 2, planes: 1, width: 3, palette })
  expect(two).toEqual([1, 2, 3, 255, 7, 8, 9, 255, 4, 5, 6, 255])
  expect(pixels([0x21], { bits: 4, planes: 1, width: 2, palette })).toEqual([
    4, 5, 6, 255, 1, 2, 3, 255,
  ])
})

it('8 bits with a palette, grey without, RGB and RGBA in planes', () => {
  const row = [2, 1, 12, 0, 0, 0, 1, 2, 3, 4, 5, 6, ...Array(759).fill(0)]
  const eight = { bits: 8, planes: 1, width: 2, stride: 2 }
  expect(pixels(row, eight)).toEqual([4, 5, 6, 255, 1, 2, 3, 255])
  expect(pixels([2, 1], eight)).toEqual(grey(2, 1))
  const rgb = pixels([1, 2, 3, 4, 5, 6], { bits: 8, planes: 3, width: 2 })
  expect(rgb).toEqual([1, 3, 5, 255, 2, 4, 6, 255])
  expect(pixels([1, 2, 3, 4], { bits: 8, planes: 4, width: 1 })).toEqual([1, 2, 3, 4])
})

it('run-length codes, and rows that have no room in what the file says', () => {
  const coded = { bits: 8, planes: 1, width: 4, coded: 1 }
  expect(pixels([0xc3, 200, 0xc1, 0xc5], { ...coded, stride: 4 })).toEqual(
    grey(200, 200, 200, 0xc5),
  )
  expect(pixels([1, 2, 3, 4], { ...coded, stride: 0 })).toEqual(grey(1, 2, 3, 4))
  expect(() => pixels([0xc3, 200, 0xc1], { ...coded, stride: 4 })).toThrow(RangeError)
})

it('invalid values are errors, before anything is allocated', () => {
  expect(() => pixels([], { bits: 3, planes: 1, width: 1 })).toThrow('3 bits')
  expect(() => pixels([], { bits: 8, planes: 1, width: 0 })).toThrow('0 x 1')
  const large = file([1], { bits: 8, planes: 3, width: 1, coded: 1 })
  large.fill(255, 8, 12)
  expect(() => decode(large)).toThrow(RangeError)
})

it('the first file of a DCX, which ends where the next begins', () => {
  const one = file([7, 8], { bits: 8, planes: 1, width: 2 })
  const two = file([9], { bits: 8, planes: 1, width: 1 })
  const head = new Uint32Array([0x3ade68b1, 16, 16 + one.length, 0])
  const bytes = new Uint8Array([...new Uint8Array(head.buffer), ...one, ...two])
  expect([...dcx.decode(bytes).data]).toEqual(grey(7, 8))
  expect(dcx.info(bytes)).toMatchObject({ width: 2, height: 1 })
  expect(() => dcx.decode(bytes.slice(0, 17))).toThrow(RangeError)
})
