import { describe, expect, it } from 'vitest'
import {
  brokenFiles,
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, info } from './decode.ts'

const FOOTER = 26

describe.each(samples('TGA'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
  })

  it('throws on a truncated file', () =>
    expectCutsToThrow(
      bytes,
      decode,
      Math.min(bytes.length * 0.75, Math.max(18, bytes.length - FOOTER)),
    ))
})

it.each(brokenFiles(/\.tga$/))('$file is refused', ({ bytes }) => {
  expect(() => decode(bytes)).toThrow(RangeError)
})

interface Options {
  kind: number
  bits: number
  descriptor?: number
  /** First index, count and bits of a colour map. */
  map?: [number, number, number]
  width?: number
}

/** A file of one row, or of 2 x 2 pixels. */
function file(pixels: number[], { kind, bits, descriptor = 0, map, width = 2 }: Options) {
  const [first = 0, count = 0, depth = 0] = map ?? []
  const height = width === 2 ? 2 : 1
  const head = [2, map ? 1 : 0, kind, first, 0, count, 0, depth, 0, 0, 0, 0, width, 0, height, 0]
  return new Uint8Array([...head, bits, descriptor, 7, 7, ...pixels])
}
const pixels = (...args: Parameters<typeof file>) => [...decode(file(...args)).data]
const grey = (...values: number[]) => values.flatMap((v) => [v, v, v, 255])

it.each([
  [0x00, [3, 4, 1, 2]],
  [0x10, [4, 3, 2, 1]],
  [0x20, [1, 2, 3, 4]],
  [0x30, [2, 1, 4, 3]],
])('rows from where the descriptor %i says', (descriptor, order) => {
  expect(pixels([1, 2, 3, 4], { kind: 3, bits: 8, descriptor })).toEqual(grey(...order))
})

it('colours of 15, 16, 24 and 32 bits', () => {
  const one = { kind: 2, width: 1 }
  const red = [0x00, 0x7c]
  expect(pixels(red, { ...one, bits: 15 })).toEqual([255, 0, 0, 255])
  expect(pixels(red, { ...one, bits: 16 })).toEqual([255, 0, 0, 255])
  expect(pixels(red, { ...one, bits: 16, descriptor: 1 })).toEqual([255, 0, 0, 0])
  expect(pixels([0x00, 0xfc], { ...one, bits: 16, descriptor: 1 })).toEqual([255, 0, 0, 255])
  expect(pixels(red, { ...one, bits: 16, descriptor: 8 })).toEqual([255, 0, 0, 255])
  expect(pixels([1, 2, 3], { ...one, bits: 24 })).toEqual([3, 2, 1, 255])
  expect(pixels([1, 2, 3, 4], { ...one, bits: 32 })).toEqual([3, 2, 1, 4])
  expect(pixels([1, 2, 3, 0], { ...one, bits: 32 })).toEqual([3, 2, 1, 255])
  expect(pixels([1, 2, 3, 0], { ...one, bits: 32, descriptor: 8 })).toEqual([3, 2, 1, 0])
})

it('alpha that the file says is none', () => {
  const pixel = file([1, 2, 3, 4], { kind: 2, bits: 32, width: 1, descriptor: 8 })
  const area = new Uint8Array(495)
  const said = (meaning: number) => {
    area[494] = meaning
    const offsets = new Uint8Array(new Uint32Array([pixel.length, 0]).buffer)
    const signature = Buffer.from('TRUEVISION-XFILE.\0')
    return decode(new Uint8Array([...pixel, ...area, ...offsets, ...signature]))
  }
  expect(said(0)).toMatchObject({ alpha: false, data: new Uint8ClampedArray([3, 2, 1, 255]) })
  expect(said(3)).toMatchObject({ alpha: true, data: new Uint8ClampedArray([3, 2, 1, 4]) })
})

it('grey of 1 bit and with alpha', () => {
  const wide = [0b01000000, 0b10000000]
  expect(pixels(wide, { kind: 3, bits: 1, width: 9 }).filter((_, i) => i % 4 === 0)).toEqual([
    0, 255, 0, 0, 0, 0, 0, 0, 255,
  ])
  expect(pixels([7, 8], { kind: 3, bits: 16, width: 1 })).toEqual([7, 7, 7, 8])
})

it('a colour map that starts at another index, and indices beyond it', () => {
  const map: [number, number, number] = [5, 2, 24]
  const row = pixels([1, 2, 3, 4, 5, 6, 6, 5, 4], { kind: 1, bits: 8, map, width: 3 })
  expect(row).toEqual([6, 5, 4, 255, 3, 2, 1, 255, 0, 0, 0, 255])
})

it('run-length codes across rows', () => {
  const coded = { kind: 11, bits: 8, descriptor: 32 }
  expect(pixels([0x82, 9, 0, 5], coded)).toEqual(grey(9, 9, 9, 5))
  const colours = pixels([0x81, 1, 2, 3, 1, 4, 5, 6, 7, 8, 9], { ...coded, kind: 10, bits: 24 })
  expect(colours).toEqual([3, 2, 1, 255, 3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255])
  expect(() => pixels([0x82, 9, 0], coded)).toThrow(RangeError)
})

it('invalid values are errors, before anything is allocated', () => {
  expect(() => pixels([], { kind: 2, bits: 7 })).toThrow('7 bits')
  const large = file([1], { kind: 10, bits: 24 })
  large.fill(255, 12, 16)
  expect(() => decode(large)).toThrow(RangeError)
})
