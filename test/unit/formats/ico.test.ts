import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { decode, embedded, info } from '../../../workers/codecs/formats/ico.ts'
import { brokenFiles, expectCutsToThrow, expectSample, read, samples } from './samples.ts'

describe.each([...samples('ICO'), ...samples('CUR')])('$file', (sample) => {
  const bytes = read(sample)

  it('decodes to the pixels in the manifest', () => {
    expect(embedded(bytes)).toBeUndefined()
    expectSample(decode(bytes), sample)
    expect(info(bytes)).toMatchObject({ width: sample.width, height: sample.height, alpha: true })
  })

  it('throws on a truncated file', () => expectCutsToThrow(bytes, decode, bytes.length * 0.9))
})

it.each(brokenFiles(/\.cur$/))('$file is refused', ({ bytes }) => {
  expect(() => decode(bytes)).toThrow('without frames')
})

interface Frame {
  side: number
  bits?: number
  body: number[]
}

function file(kind: 1 | 2, ...frames: Frame[]) {
  const head = 6 + frames.length * 16
  const bodies = frames.flatMap(({ body }) => body)
  const bytes = new Uint8Array([0, 0, kind, 0, frames.length, 0, ...Array(head - 6), ...bodies])
  const data = new DataView(bytes.buffer)
  let offset = head
  frames.forEach(({ side, bits = 0, body }, i) => {
    const at = 6 + i * 16
    bytes.set([side, side], at)
    data.setUint16(at + 6, bits, true)
    data.setUint32(at + 8, body.length, true)
    data.setUint32(at + 12, offset, true)
    offset += body.length
  })
  return bytes
}

/** A bitmap of 1 x 1, followed by its mask. */
const one = (bits: number, ...rest: number[]) => {
  const header = [40, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, bits, 0, ...Array(24).fill(0)]
  return [...header, ...rest]
}
const pixels = (...args: Parameters<typeof file>) => [...decode(file(...args)).data]
const mask = (bit: number) => [bit << 7, 0, 0, 0]

it('the mask cuts out what has no alpha of its own', () => {
  expect(pixels(1, { side: 1, body: one(24, 1, 2, 3, 0, ...mask(0)) })).toEqual([3, 2, 1, 255])
  expect(pixels(2, { side: 1, body: one(24, 1, 2, 3, 0, ...mask(1)) })).toEqual([3, 2, 1, 0])
  expect(pixels(1, { side: 1, body: one(32, 1, 2, 3, 9, ...mask(1)) })).toEqual([3, 2, 1, 9])
  expect(pixels(1, { side: 1, body: one(32, 1, 2, 3, 0, ...mask(0)) })).toEqual([3, 2, 1, 255])
  expect(pixels(1, { side: 1, body: one(32, 1, 2, 3, 0) })).toEqual([3, 2, 1, 255])
  expect(() => pixels(1, { side: 1, body: one(24, 1, 2, 3, 0) })).toThrow(RangeError)
})

it('takes the largest frame, and of those the one with most bits', () => {
  const [small, grey, colour] = [1, 2, 3].map((v) => one(24, v, v, v, 0, ...mask(0)))
  const data = pixels(
    1,
    { side: 1, bits: 32, body: small as number[] },
    { side: 2, bits: 4, body: grey as number[] },
    { side: 2, bits: 24, body: colour as number[] },
  )
  expect(data).toEqual([3, 3, 3, 255])
})

it('hands on a PNG', () => {
  const png = PNG.sync.write(new PNG({ width: 3, height: 5 }))
  const bytes = file(1, { side: 1, body: one(24) }, { side: 0, body: [...png] })
  expect(info(bytes)).toEqual({ width: 3, height: 5, alpha: true })
  expect(Buffer.from(embedded(bytes) ?? []).equals(png)).toBe(true)
  expect(() => decode(bytes)).toThrow('PNG')
  expect(() => embedded(bytes.slice(0, -1))).toThrow(RangeError)
})
