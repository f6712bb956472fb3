import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import {
  brokenFiles,
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { decode, embedded, info } from './decode.ts'

function picture(png: Uint8Array) {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  return { width, height, alpha: true, data: new Uint8ClampedArray(data) }
}

describe.each(samples('ICNS'))('$file', (sample) => {
  const bytes = read(sample)

  it('holds a PNG file that is what the manifest says', () => {
    expect(info(bytes)).toEqual({ width: sample.width, height: sample.height, alpha: true })
    expectSample(picture(embedded(bytes) ?? new Uint8Array()), sample)
    expect(() => decode(bytes)).toThrow('another format')
  })

  it('throws on a truncated file', () => expectCutsToThrow(bytes, embedded))
})

const MEAN = [84.04, 68.71, 65.3, 126.81]

/** Returns the entries of a file by type. */
function entries(bytes: Uint8Array) {
  const data = new DataView(bytes.buffer)
  const found = new Map<string, Uint8Array>()
  for (let at = 8; at < bytes.length; at += data.getUint32(at + 4)) {
    const type = Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
    found.set(type, bytes.slice(at + 8, at + data.getUint32(at + 4)))
  }
  return found
}

function file(parts: Record<string, ArrayLike<number>>) {
  const size = (n: number) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]
  const body = Object.entries(parts).flatMap(([type, content]) => [
    ...Buffer.from(type),
    ...size(content.length + 8),
    ...Array.from(content),
  ])
  return new Uint8Array([...Buffer.from('icns'), ...size(body.length + 8), ...body])
}

it.each(samples('ICNS').filter(({ file }) => file.includes('pillow2')))(
  'the run-length codes of $file are what another decoder makes of them',
  (sample) => {
    const parts = entries(read(sample))
    const { it32 = [], t8mk = [] } = Object.fromEntries(parts)
    const { grid4x4Premultiplied: _, ...rest } = sample
    const size = { width: 128, height: 128, rgbaMeanPremultiplied: MEAN }
    expectSample(decode(file({ it32, t8mk })), { ...rest, ...size })
  },
)

it.each(brokenFiles(/\.icns$/))('$file is handed on or refused', ({ bytes }) => {
  try {
    expect(embedded(bytes)).toBeInstanceOf(Uint8Array)
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
  }
})

/** 256 bytes: two runs of 128, then single values of another channel. */
const run = (value: number) => [253, value, 253, value]
const literals = [127, ...Array(128).fill(7), 127, ...Array(128).fill(8)]

it('reads runs, single values and the mask', () => {
  const is32 = [...run(1), ...run(2), ...literals]
  const s8mk = Array.from({ length: 256 }, (_, i) => i)
  const { data, width, height } = decode(file({ is32, s8mk }))
  expect([width, height]).toEqual([16, 16])
  expect([...data.slice(0, 8)]).toEqual([1, 2, 7, 0, 1, 2, 7, 1])
  expect([...data.slice(-4)]).toEqual([1, 2, 8, 255])
  expect([...decode(file({ is32 })).data.slice(0, 4)]).toEqual([1, 2, 7, 255])
  expect(() => decode(file({ is32: is32.slice(0, -1) }))).toThrow(RangeError)
  expect(() => decode(file({ is32, s8mk: s8mk.slice(1) }))).toThrow(RangeError)
})

it('reads ARGB and plain colours', () => {
  const argb = [...Buffer.from('ARGB'), ...run(9), ...run(1), ...run(2), ...run(3)]
  expect([...decode(file({ ic04: argb })).data.slice(0, 4)]).toEqual([1, 2, 3, 9])
  const plain = Array.from({ length: 768 }, (_, i) => i % 3)
  expect([...decode(file({ is32: plain })).data.slice(-4)]).toEqual([0, 1, 2, 255])
})

it('a file without an icon, and an entry of no length, are errors', () => {
  expect(() => decode(file({ abcd: [] }))).toThrow('known type')
  const bytes = file({ is32: [] })
  bytes[15] = 0
  expect(() => decode(bytes)).toThrow('0 bytes')
})
