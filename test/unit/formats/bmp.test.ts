import { describe, expect, it } from 'vitest'
import { decode, embedded, info } from '../../../workers/codecs/formats/bmp.ts'
import * as dib from '../../../workers/codecs/formats/dib/dib.ts'
import { brokenFiles, expectCutsToThrow, expectSample, read, samples } from './samples.ts'

describe.each(samples('BMP'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height })
  })

  it('throws on a truncated file', () => expectCutsToThrow(bytes, decode, bytes.length - 1400))
})

describe.each(samples('DIB'))('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => expectSample(dib.decode(bytes), sample))

  it('throws on a truncated file', () => expectCutsToThrow(bytes, dib.decode))
})

/** Broken files that can still be decoded. */
const readable =
  /badrle|rletopdown|badplanes|badbitssize|row_overflow|badpalettesize|oversizepal|os2v2|4444/

it.each(brokenFiles(/\.bmp$/))('$file is decoded or refused', ({ file, bytes }) => {
  if (!readable.test(file)) return expect(() => decode(bytes)).toThrow(Error)
  const side = file.includes('overflow') ? [128, 128] : [127, 64]
  const { width, height, data } = decode(bytes)
  expect([width, height]).toEqual(side)
  expect(new Set(data).size).toBeGreaterThan(1)
})

interface Options {
  size?: number
  compression?: number
  /** Bytes between the header and the pixels: masks, or BGRX colours. */
  extra?: number[]
  colours?: number
}

/** A bitmap with 2 pixels per row. */
function bitmap(height: number, bits: number, pixels: number[], options: Options = {}) {
  const { size = 40, compression = 0, extra = [], colours = 0 } = options
  const bytes = new Uint8Array(size + extra.length + pixels.length)
  const data = new DataView(bytes.buffer)
  data.setUint32(0, size, true)
  data.setInt32(4, 2, true)
  data.setInt32(8, height, true)
  data.setUint16(14, bits, true)
  data.setUint32(16, compression, true)
  data.setUint32(24, 2835, true)
  data.setUint32(32, colours, true)
  bytes.set(extra, size)
  bytes.set(pixels, size + extra.length)
  return bytes
}
const pixels = (...args: Parameters<typeof bitmap>) => [...dib.decode(bitmap(...args)).data]

const RED = [255, 0, 0, 255]
const BLUE = [0, 0, 255, 255]
const BLACK = [0, 0, 0, 255]
const colours = [0, 0, 255, 0, 255, 0, 0, 0]
const indexed = { extra: colours, colours: 2 }

it('rows go up, or down where the height is negative', () => {
  const rows = [0x00, 0x7c, 0, 0, 0x1f, 0, 0x1f, 0]
  expect(pixels(2, 16, rows)).toEqual([...BLUE, ...BLUE, ...RED, ...BLACK])
  expect(pixels(-2, 16, rows)).toEqual([...RED, ...BLACK, ...BLUE, ...BLUE])
})

it('indices of 1, 2, 4 and 8 bits', () => {
  for (const [bits, byte] of [
    [1, 0b01000000],
    [2, 0b00010000],
    [4, 0x01],
  ] as const) {
    expect(pixels(1, bits, [byte, 0, 0, 0], indexed)).toEqual([...RED, ...BLUE])
  }
  expect(pixels(1, 8, [1, 7, 0, 0], indexed)).toEqual([...BLUE, ...BLACK])
})

it('masks behind a header of 40 bytes, with and without alpha', () => {
  const masks = [0, 0x0f, 0, 0, 0xf0, 0, 0, 0, 0x0f, 0, 0, 0]
  const row = [0x34, 0x12, 0x78, 0x56]
  expect(pixels(1, 16, row, { compression: 3, extra: masks })).toEqual([
    34, 51, 68, 255, 102, 119, 136, 255,
  ])
  const alpha = { compression: 6, extra: [...masks, 0, 0xf0, 0, 0] }
  expect(pixels(1, 16, row, alpha)).toEqual([34, 51, 68, 17, 102, 119, 136, 85])
})

it('32 bits without a mask of alpha are opaque', () => {
  expect(pixels(1, 32, [1, 2, 3, 0, 4, 5, 6, 0])).toEqual([3, 2, 1, 255, 6, 5, 4, 255])
  expect(dib.info(bitmap(1, 32, []))).toEqual({ width: 2, height: 1, alpha: false, dpi: 72 })
})

it('run-length codes: runs, values, skips, what lies beyond a row', () => {
  const rle8 = (codes: number[]) => pixels(2, 8, codes, { ...indexed, compression: 1 })
  expect(rle8([9, 1, 0, 0, 1, 1, 1, 0, 0, 1])).toEqual([...BLUE, ...RED, ...BLUE, ...BLUE])
  expect(rle8([0, 2, 1, 1, 1, 1, 0, 1])).toEqual([...RED, ...BLUE, ...RED, ...RED])
  expect(rle8([0, 3, 1, 0, 1, 99, 0, 0, 2, 1])).toEqual([...BLUE, ...BLUE, ...BLUE, ...RED])
  const rle4 = pixels(1, 4, [2, 0x10, 0, 1], { ...indexed, compression: 2 })
  expect(rle4).toEqual([...BLUE, ...RED])
  const rle24 = pixels(1, 24, [1, 0, 0, 255, 0, 1], { size: 64, compression: 4 })
  expect(rle24).toEqual([...RED, ...BLACK])
  expect(() => rle8([2, 1, 0, 0, 1])).toThrow(RangeError)
})

it('the header of 12 bytes, with colours of three bytes', () => {
  const header = [12, 0, 0, 0, 2, 0, 1, 0, 1, 0, 1, 0]
  const bytes = new Uint8Array([...header, 0, 0, 255, 255, 0, 0, 0x40, 0, 0, 0])
  expect([...dib.decode(bytes).data]).toEqual([...RED, ...BLUE])
})

it('hands on a file inside', () => {
  const body = bitmap(1, 0, [1, 2, 3], { compression: 5 })
  const bytes = new Uint8Array([0x42, 0x4d, ...Array(8).fill(0), 54, 0, 0, 0, ...body])
  expect([...(embedded(bytes) ?? [])]).toEqual([1, 2, 3])
  expect(() => decode(bytes)).toThrow('png')
})

it('a size that the file cannot have is an error, before anything is allocated', () => {
  const bytes = bitmap(1, 24, [])
  new DataView(bytes.buffer).setUint32(4, 0x7fffffff, true)
  new DataView(bytes.buffer).setUint32(8, 0x7fffffff, true)
  expect(() => dib.decode(bytes)).toThrow(RangeError)
  const data = new DataView(bytes.buffer)
  data.setUint16(14, 8, true)
  data.setUint32(16, 1, true)
  expect(() => dib.decode(bytes)).toThrow(RangeError)
  data.setInt32(4, -2, true)
  expect(() => dib.decode(bytes)).toThrow('-2 x')
})
