import { describe, expect, it } from 'vitest'
import { draw, encoded, noise, png, random, shared } from '../../scripts/lib/pictures.ts'
import { readBitmap } from '../../workers/codecs/browser/bitmap.ts'
import { decodeWithoutFrames } from '../../workers/codecs/browser/codec.ts'
import { BAND_PIXELS, decodeFrame } from '../../workers/codecs/browser/web-codecs.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { chunk, setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { formats } from '../../workers/codecs/formats.ts'
import { openFile } from '../../workers/codecs/open-file.ts'
import type { Sample } from '../grid.ts'
import { profile } from './files.ts'
import { gradient } from './pictures.ts'

const FOLDER = '/shared-data/formats/good'
const manifest: Sample[] = await (await fetch(`${FOLDER}/manifest.json`)).json()
const inFormats = manifest
  .filter(({ format }) => ['PNG', 'WEBP', 'JPEG', 'BMP', 'GIF'].includes(format))
  .map(({ file }) => `formats/good/${file}`)
const photographs = ['kodak/kodim01.png', 'kodak/kodim19.png', 'cutout/girl-1.out.png']

/** The largest difference between what is decoded now and what every browser's canvas, or a codec, comes to. */
async function difference(blob: Blob): Promise<number> {
  const file = await openFile(blob, 'url')
  const fast = await decode({ image: blob })
  const straight = formats[file.format].codecs[0]?.decodeStraight
  const slow = await decodeWithoutFrames(file, file.header, straight, async (bitmap) =>
    readBitmap(bitmap),
  )
  expect([fast.width, fast.height, fast.alpha]).toEqual([slow.width, slow.height, slow.alpha])
  let most = 0
  for (let i = 0; i < slow.pixels.length; i++) {
    most = Math.max(most, Math.abs((fast.pixels[i] as number) - (slow.pixels[i] as number)))
  }
  return most
}

const isRead = async (blob: Blob) => {
  const { bytes, header } = await openFile(blob, 'url')
  return (await decodeFrame({ bytes }, header)) !== undefined
}

const next = random(7)
const level = () => 127 + noise(next, 128)
/** Every alpha, with any color under it. */
const veiled = draw(256, 16, (x) => [level(), level(), level(), x])
/** More pixels than are read at once, in rows of an odd length. Every band is another. */
const grain = () =>
  draw(1301, 2 * Math.ceil(BAND_PIXELS / 1301) + 7, (x, y) => [
    level(),
    y & 255,
    x & 255,
    y > 900 ? x & 255 : 255,
  ])
const gamma = async (file: Blob) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // After IHDR, which has 25 bytes and follows the signature of 8.
  const gAMA = chunk('gAMA', new Uint8Array([0, 0, 0x27, 0x10]))
  return new Blob([bytes.subarray(0, 33), gAMA, bytes.subarray(33)], { type: file.type })
}

describe('a file decoded by WebCodecs has the pixels that it has without', () => {
  it.for([...inFormats, ...photographs])('%s', async (path, { skip }) => {
    const blob = await shared(path)
    if (!blob) return skip('needs ../shared/data')
    expect(await difference(blob)).toBeLessThanOrEqual(1)
  })

  it.for<[string, () => Promise<Blob>]>([
    ['a PNG with every alpha', () => png(veiled)],
    ['a PNG with a profile', async () => setPngMetadata(await png(veiled), { profile: profile('RGB ') })], // biome-ignore format: a row
    ['a PNG with a gamma', async () => gamma(await png(gradient(40, 30)))],
    ['a WebP with alpha', () => encoded(veiled, 'image/webp', 1)],
    ['an opaque WebP', () => encoded(gradient(90, 61), 'image/webp', 0.8)],
    ['an opaque JPEG', () => encoded(gradient(90, 61), 'image/jpeg', 0.8)],
    ['a JPEG that is read in several bands', () => encoded(grain(), 'image/jpeg', 0.9)],
    ['a PNG with alpha that is read in several bands', () => png(grain())],
  ])('%s', async ([, make]) => {
    expect(await difference(await make())).toBeLessThanOrEqual(1)
  })
})

it('keeps colors under low alpha', async () => {
  const { pixels } = await decode({ image: await png(veiled) })
  expect(pixels).toEqual(veiled.data)
})

it('leaves to a canvas what it would read in another way', async () => {
  expect(await isRead(await png(gradient(9, 7)))).toBe(true)
  expect(await isRead(await encoded(gradient(9, 7), 'image/jpeg'))).toBe(false)
  const gray = await setPngMetadata(await png(gradient(9, 7)), { profile: profile('GRAY') })
  expect(await isRead(gray)).toBe(false)
})

it('a picture of another size than its header states is refused', async () => {
  for (const file of [await encoded(gradient(40, 30), 'image/jpeg'), await png(veiled)]) {
    const { header, blob } = await openFile(file, 'url')
    const read = decodeWithoutFrames({ blob }, { ...header, width: 20 })
    await expect(read).rejects.toThrow('not 20 x')
  }
})
