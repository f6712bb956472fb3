import { describe, expect, test } from 'vitest'
import {
  expectCutsToThrow,
  expectSample,
  read,
  samples,
} from '../../../../test/unit/formats/samples.ts'
import { orient } from '../../../image/orient.ts'
import { decode, info, metadata } from './decode.ts'
import { readDirectory } from './directory.ts'
import { readChunks, readLayout } from './layout.ts'

/** Decodes an image and applies its orientation. */
async function upright(bytes: Uint8Array) {
  const { data, ...rest } = await decode(bytes)
  const picture = orient({ ...rest, pixels: data }, metadata(bytes).orientation ?? 1)
  return { ...picture, data: picture.pixels }
}

describe.each(samples('TIFF'))('$file', (sample) => {
  test('decodes like the reference', async () => {
    const bytes = read(sample)
    const image = await upright(bytes)
    expectSample(image, sample)
    const { width, height, alpha } = await decode(bytes)
    expect(info(bytes)).toMatchObject({ width, height, alpha })
  })

  test('throws on a truncated file', async () => {
    const bytes = read(sample)
    await expectCutsToThrow(bytes, decode, pictureEnd(bytes))
  }, 60_000)
})

/** Returns the end of the last strip or tile. Only metadata may follow. */
function pictureEnd(bytes: Uint8Array) {
  const directory = readDirectory(bytes)
  const layout = readLayout(directory)
  const { bits, samples: perPixel, compression } = layout
  const ends = readChunks(directory, layout).map(({ offset, length = 0, width, height }) => {
    const plain = Math.ceil((width * perPixel * bits) / 8) * height
    return offset + (compression === 1 ? plain : length)
  })
  return Math.max(...ends)
}

/** A gray TIFF of one strip of floats, 32 bits, little-endian. */
function floats(...samples: number[]): Uint8Array {
  const tags = [[256, samples.length], [257, 1], [258, 32], [262, 1], [273, 122], [277, 1], [278, 1], [279, 4 * samples.length], [339, 3]] // biome-ignore format: a table
  const data = new DataView(new ArrayBuffer(122 + 4 * samples.length))
  data.setUint32(0, 0x002a4949, true)
  data.setUint32(4, 8, true)
  data.setUint16(8, tags.length, true)
  for (const [i, [tag = 0, value = 0]] of tags.entries()) {
    data.setUint16(10 + 12 * i, tag, true)
    data.setUint16(12 + 12 * i, 3, true)
    data.setUint32(14 + 12 * i, 1, true)
    data.setUint32(18 + 12 * i, value, true)
  }
  for (const [i, sample] of samples.entries()) data.setFloat32(122 + 4 * i, sample, true)
  return new Uint8Array(data.buffer)
}

test.each([
  ['fractions of white', [0, 0.25, 1, 1.5], [0, 64, 255, 255]],
  ['levels', [0, 64, 255, 300], [0, 64, 255, 255]],
])('floats are %s', async (_, samples, grays) => {
  const { data } = await decode(floats(...samples))
  expect([...data].filter((_, i) => i % 4 === 0)).toEqual(grays)
})

test.each([
  ['none declared', undefined, { sample: 3, associated: false }],
  ['one of no meaning', [0, 0], undefined],
  ['alpha after one of no meaning', [0, 2], { sample: 4, associated: false }],
  ['premultiplied alpha first', [1, 0], { sample: 3, associated: true }],
])('RGB with two extra samples, %s', (_, extra, alpha) => {
  const tags: Record<number, number[]> = { 256: [4], 257: [4], 258: [8], 262: [2], 277: [5] }
  if (extra) tags[338] = extra
  const numbers = (tag: number, most: number) => (tags[tag] ?? []).slice(0, most)
  const layout = readLayout({
    littleEndian: true,
    numbers,
    number: (tag, otherwise) => numbers(tag, 1)[0] ?? otherwise,
    bytes: () => undefined,
  })
  expect(layout.alpha).toEqual(alpha)
})
