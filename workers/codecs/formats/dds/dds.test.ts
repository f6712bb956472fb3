import { describe, expect, it } from 'vitest'
import {
  brokenFiles,
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, info } from './decode.ts'

describe.each(samples('DDS'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
  })

  it('throws where its header is cut off', () => expectCutsToThrow(bytes, decode, 148))
})

it.each(brokenFiles(/timeout.*\.dds$/))('$file is refused', ({ bytes }) => {
  expect(() => decode(bytes)).toThrow(Error)
})

/** A file of 2 x 1 pixels. `format`: flags, FourCC, bits, then the masks. */
function file(format: number[], pixels: number[], dxgi: number[] = []) {
  const words = new Uint32Array(32)
  words.set([0x20534444, 124, 0x1007, 1, 2])
  words.set([32, ...format], 19)
  const header = new Uint8Array(words.buffer)
  return new Uint8Array([...header, ...new Uint8Array(new Uint32Array(dxgi).buffer), ...pixels])
}
const pixels = (bytes: Uint8Array) => [...decode(bytes).data]

it('reads the masks of 15, 16, 24 and 32 bits', () => {
  const rgb555 = file([0x40, 0, 16, 0x7c00, 0x3e0, 0x1f, 0], [0x00, 0x7c, 0x1f, 0x00])
  expect(pixels(rgb555)).toEqual([255, 0, 0, 255, 0, 0, 255, 255])
  const argb4444 = file([0x41, 0, 16, 0xf00, 0xf0, 0xf, 0xf000], [0x12, 0x34, 0x56, 0x78])
  expect(pixels(argb4444)).toEqual([68, 17, 34, 51, 136, 85, 102, 119])
  const rgb = file([0x40, 0, 24, 0xff0000, 0xff00, 0xff, 0], [1, 2, 3, 4, 5, 6])
  expect(pixels(rgb)).toEqual([3, 2, 1, 255, 6, 5, 4, 255])
  const abgr = file([0x41, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000], [1, 2, 3, 4, 5, 6, 7, 8])
  expect(pixels(abgr)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(info(abgr).alpha).toBe(true)
  expect(info(rgb).alpha).toBe(false)
})

it('reads luminance and alpha', () => {
  const grey = file([0x20000, 0, 8, 0xff, 0, 0, 0], [7, 200])
  expect(pixels(grey)).toEqual([7, 7, 7, 255, 200, 200, 200, 255])
  const both = file([0x20001, 0, 16, 0xff, 0, 0, 0xff00], [7, 1, 200, 2])
  expect(pixels(both)).toEqual([7, 7, 7, 1, 200, 200, 200, 2])
  const outside = file([0x20001, 0, 16, 0xff, 0, 0, 0xff000000], [7, 1, 200, 2])
  expect(pixels(outside)).toEqual(pixels(both))
  expect(pixels(file([0x2, 0, 8, 0, 0, 0, 0xff], [9, 8]))).toEqual([0, 0, 0, 9, 0, 0, 0, 8])
})

it('reads a palette, opaque where its alpha is 0 throughout', () => {
  const indexed = file([0x20, 0, 8], [1, 2, 3, 0, 4, 5, 6, 0, ...Array(1016).fill(0), 1, 0])
  expect(pixels(indexed)).toEqual([4, 5, 6, 255, 1, 2, 3, 255])
})

const DX10 = 0x30315844

it('reads pixels that DXGI names, and says which it does not', () => {
  const bgra = file([0x4, DX10], [1, 2, 3, 4, 5, 6, 7, 8], [87, 3, 0, 1, 0])
  expect(pixels(bgra)).toEqual([3, 2, 1, 4, 7, 6, 5, 8])
  expect(() => decode(file([0x4, DX10], [], [2, 3, 0, 1, 0]))).toThrow('DXGI format 2')
})

it('divides premultiplied colours by their alpha', () => {
  const half = Array(8).fill(0x88)
  const dxt2 = file([0x4, 0x32545844], [...half, 0x10, 0x84, 0x10, 0x84, 0, 0, 0, 0])
  expect(pixels(dxt2).slice(0, 4)).toEqual([248, 244, 248, 136])
})

it('a file without all of its pixels is an error, before anything is allocated', () => {
  const bytes = file([0x41, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000], [1, 2, 3, 4, 5, 6, 7])
  expect(() => decode(bytes)).toThrow(RangeError)
  new DataView(bytes.buffer).setUint32(12, 0xffffffff, true)
  expect(() => decode(bytes)).toThrow(RangeError)
})
