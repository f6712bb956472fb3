import { describe, expect, it } from 'vitest'
import {
  brokenFiles,
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, embeddedJpeg, imageFromJpeg, info } from './decode.ts'

describe.each(samples('BLP'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
    const inner = embeddedJpeg(bytes)
    if (!inner) return expectSample(decode(bytes), sample)
    expect([...inner.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  })

  it('throws on a truncated file', () => expectCutsToThrow(bytes, decode, 1024))
})

it.each(brokenFiles(/\.blp$/))('$file is refused', ({ bytes }) => {
  expect(() => embeddedJpeg(bytes) ?? decode(bytes)).toThrow(Error)
})

interface Options {
  magic?: 'BLP1' | 'BLP2'
  compression?: number
  /** Header bytes of BLP2: encoding, bits of alpha, block type. */
  kind?: [number, number, number]
  alphaBits?: number
}

/** A file of 2 x 1 pixels. The palette has red, and green with alpha 9. */
function file(pixels: number[], { magic = 'BLP2', ...options }: Options = {}) {
  const { compression = 1, kind = [1, 0, 0], alphaBits = 0 } = options
  const first = magic === 'BLP1'
  const mipmaps = first ? 28 : 20
  const bytes = new Uint8Array(mipmaps + 128 + 1024 + pixels.length)
  const data = new DataView(bytes.buffer)
  bytes.set(Buffer.from(magic))
  data.setUint32(4, compression, true)
  if (first) data.setUint32(8, alphaBits, true)
  else bytes.set(kind, 8)
  data.setUint32(12, 2, true)
  data.setUint32(16, 1, true)
  data.setUint32(mipmaps, bytes.length - pixels.length, true)
  data.setUint32(mipmaps + 64, pixels.length, true)
  bytes.set([0, 0, 255, 0, 0, 255, 0, 9], mipmaps + 128)
  bytes.set(pixels, bytes.length - pixels.length)
  return bytes
}
const pixels = (...args: Parameters<typeof file>) => [...decode(file(...args)).data]

it('reads a palette, opaque without bits of alpha', () => {
  const expected = [0, 255, 0, 255, 255, 0, 0, 255]
  expect(pixels([1, 0])).toEqual(expected)
  expect(pixels([1, 0], { magic: 'BLP1' })).toEqual(expected)
})

it('reads alpha of 1, 4 and 8 bits behind the indices, else that of the palette', () => {
  const alpha = (mask: number[], alphaBits: number) => {
    const data = pixels([1, 0, ...mask], { magic: 'BLP1', alphaBits })
    return [data[3], data[7]]
  }
  expect(alpha([0b10], 1)).toEqual([0, 255])
  expect(alpha([0x1f], 4)).toEqual([255, 17])
  expect(alpha([7, 70], 8)).toEqual([7, 70])
  expect(alpha([], 1)).toEqual([9, 0])
  expect(alpha([7, 70], 0)).toEqual([255, 255])
})

it('reads BGRA and blocks', () => {
  expect(pixels([1, 2, 3, 4, 5, 6, 7, 8], { kind: [3, 8, 0] })).toEqual([3, 2, 1, 4, 7, 6, 5, 8])
  const clear = [0, 0, 0, 0, 255, 255, 255, 255]
  expect(pixels(clear, { kind: [2, 1, 0] })).toEqual(Array(8).fill(0))
  expect(pixels(clear, { kind: [2, 0, 0] })).toEqual([0, 0, 0, 255, 0, 0, 0, 255])
  const bc3 = [0x80, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]
  expect(pixels(bc3, { kind: [2, 8, 7] }).slice(0, 4)).toEqual([255, 255, 255, 128])
})

it('puts a JPEG file together from its two parts', () => {
  const bytes = file([3, 4, 5], { magic: 'BLP1', compression: 0 })
  bytes.set([2, 0, 0, 0, 1, 2], 28 + 128)
  expect([...(embeddedJpeg(bytes) ?? [])]).toEqual([1, 2, 3, 4, 5])
  expect(() => decode(bytes)).toThrow('JPEG')
  expect(embeddedJpeg(file([0, 0]))).toBeUndefined()
  bytes[28 + 128 + 2] = 1
  expect(() => embeddedJpeg(bytes)).toThrow(RangeError)
})

it('takes the pixels of the decoded JPEG as they come, with blue and red exchanged', () => {
  const bytes = file([], { magic: 'BLP1', compression: 0 })
  const data = new Uint8ClampedArray(3 * 1 * 4).map((_, i) => i)
  const picture = imageFromJpeg(bytes, { width: 3, height: 1, data })
  expect([...picture.data]).toEqual([2, 1, 0, 3, 6, 5, 4, 7])
  const short = { width: 1, height: 1, data: data.slice(0, 4) }
  expect(() => imageFromJpeg(bytes, short)).toThrow('1 x 1')
})

it('reads on behind the palette where the offset lies inside it', () => {
  const bytes = file([1, 0], { magic: 'BLP1' })
  new DataView(bytes.buffer).setUint32(28, 1172, true)
  expect([...decode(bytes).data]).toEqual([0, 255, 0, 255, 255, 0, 0, 255])
})

it('unknown values are errors', () => {
  expect(() => pixels([0, 0], { compression: 5 })).toThrow('compression 5')
  expect(() => pixels([0, 0], { kind: [9, 0, 0] })).toThrow('encoding 9')
  expect(() => pixels([0])).toThrow(RangeError)
})
