import encodeAvif from '@jsquash/avif/encode.js'
import encodeWebp from '@jsquash/webp/encode.js'
import { describe, expect, inject, it } from 'vitest'
import { draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { metadata } from '../../workers/codecs/decode.ts'
import { animatedWebp, bmp, gif, opaquePng, withOrientation } from './files.ts'
import { gradient, maxDifference } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

const image = gradient(12, 8)
const pictures = inject('imageServer')
const toPng = (url: ProcessingRequest['url']) => run({ url: url as string, output_format: 'png' })

async function base64(blob: Blob): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
}

describe('kinds of source', () => {
  it.each([
    ['Blob', async () => png(image)],
    ['File', async () => new File([await png(image)], 'my picture.png')],
    ['ImageData', async () => image],
    ['ImageBitmap', async () => createImageBitmap(image)],
    ['base64', async () => `base64,${await base64(await png(image))}`],
    ['data: URL', async () => `data:image/png;base64,${await base64(await png(image))}`],
    ['blob: URL', async () => URL.createObjectURL(await png(image))],
  ] as const)('%s', async (_, make) => {
    const { blob } = await toPng(await make())
    expect(maxDifference(await fromPng(blob), image)).toBe(0)
  })

  it('http URL of another origin, with CORS', async () => {
    const { record } = await toPng(`${pictures}/cors/photo.of%20me.png`)
    expect(record).toMatchObject({
      status: 'complete',
      file_name: 'photo.of-me.png',
      details: { width: 12, height: 8 },
    })
  })

  it('an ImageBitmap stays the caller’s, and may be closed once it was handed over', async () => {
    const bitmap = await createImageBitmap(image)
    const done = toPng(bitmap)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(bitmap.width).toBe(12)
    bitmap.close()
    expect(maxDifference(await fromPng((await done).blob), image)).toBe(0)
  })

  it('later changes by the caller have no effect', async () => {
    const pixels = new ImageData(image.data.slice(), image.width)
    const request = { url: pixels, output_format: 'png' as const }
    const done = darkroomWith().run(request)
    pixels.data.fill(0)
    Object.assign(request, { url: undefined, output_format: 'jpeg' })
    const blob = await (await fetch((await done).result_url as string)).blob()
    expect(maxDifference(await fromPng(blob), image)).toBe(0)
  })

  it('transferred pixels are not an image', async () => {
    const pixels = new ImageData(4, 4)
    structuredClone(pixels.data.buffer, { transfer: [pixels.data.buffer] })
    await expect(darkroomWith().run({ url: pixels })).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      path: 'url',
    })
  })
})

describe('formats, by content', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])('%s', async (type) => {
    const file = new File([await encoded(image, type)], 'wrong.txt', { type: 'text/plain' })
    const { blob } = await toPng(file)
    expect(maxDifference(await fromPng(blob), image)).toBeLessThanOrEqual(24)
  })

  it('jpeg, with a segment that is longer than it says', async () => {
    const jpeg = await encoded(image, 'image/jpeg')
    const comment = Uint8Array.from([0xff, 0xfe, 0, 4, 1, 2, 3, 4, 5, 0xff, 0])
    const { blob } = await toPng(new Blob([jpeg.slice(0, 2), comment, jpeg.slice(2)]))
    expect(maxDifference(await fromPng(blob), image)).toBeLessThanOrEqual(24)
  })

  it('avif, with alpha', async () => {
    const half = draw(16, 16, (x) => [200, 100, 50, x < 8 ? 255 : 40])
    const { blob } = await toPng(new Blob([await encodeAvif(half, { quality: 95 })]))
    expect(maxDifference(await fromPng(blob), half)).toBeLessThanOrEqual(8)
  })

  it('gif, its first frame with transparency', async () => {
    const { data } = await fromPng((await toPng(gif)).blob)
    expect([...data.subarray(4, 8)]).toEqual([255, 0, 0, 255])
    expect(data[3]).toBe(0)
  })

  it('webp, the first frame of an animation with alpha on its full canvas', async () => {
    const still = draw(8, 6, (x, y) => [200, 10 * y, 50, x * 36])
    const file = new Blob([await encodeWebp(still, { lossless: 1, exact: 1 })])
    const { blob } = await toPng(await animatedWebp(file, 6, 4))
    const place = draw(16, 16, (x, y) =>
      x < 6 || x >= 14 || y < 4 || y >= 10 ? [0, 0, 0, 0] : [200, 10 * (y - 4), 50, (x - 6) * 36],
    )
    expect(maxDifference(await fromPng(blob), place)).toBe(0)
  })

  it('webp and bmp keep colours under low alpha', async () => {
    const faint = draw(64, 4, (x, y) => [200, 100, 50, x * 4 + y])
    const webp = new Blob([await encodeWebp(faint, { lossless: 1, exact: 1 })])
    expect(maxDifference(await fromPng((await toPng(webp)).blob), faint)).toBe(0)
    expect(maxDifference(await fromPng((await toPng(bmp(faint))).blob), faint)).toBe(0)
  })
})

it('an image wider than any canvas keeps its pixels', async () => {
  const strip = draw(70_000, 2, (x) => [x < 35_000 ? 200 : 20, x & 255, 7])
  const request = { url: await opaquePng(strip), width: 64, height: 2, fit: { crop: 'center' } }
  const { blob } = await run({ ...request, output_format: 'png' } as ProcessingRequest)
  const middle = draw(64, 2, (x) => [x < 32 ? 200 : 20, (34_968 + x) & 255, 7])
  expect(maxDifference(await fromPng(blob), middle)).toBe(0)
})

describe.each(['jpeg', 'png', 'webp'] as const)('orientation of a %s', (format) => {
  const corner = draw(24, 16, (x, y) => (x < 12 && y < 8 ? [255, 0, 0] : [0, 0, 255]))
  // Position of the red quarter in the upright image, by the EXIF standard.
  it.each([
    [1, 24, 'left top'],
    [2, 24, 'right top'],
    [3, 24, 'right bottom'],
    [4, 24, 'left bottom'],
    [5, 16, 'left top'],
    [6, 16, 'right top'],
    [7, 16, 'right bottom'],
    [8, 16, 'left bottom'],
  ])('%i is applied once', async (orientation, width, where) => {
    const file = await withOrientation[format](
      await encoded(corner, `image/${format}`, 0.99),
      orientation,
    )
    const size = { width, height: 40 - width }
    expect((await metadata(file)).info).toMatchObject(size)
    const upright = await fromPng((await toPng(file)).blob)
    expect(upright).toMatchObject(size)
    const x = where.includes('left') ? 2 : upright.width - 3
    const y = where.includes('top') ? 2 : upright.height - 3
    expect(upright.data[(y * upright.width + x) * 4]).toBeGreaterThan(200)
    // The tag is not written, because the pixels of the result are already upright.
    const { blob } = await run({ url: file })
    expect((await metadata(blob)).info).toMatchObject({ format, ...size })
  })
})

/** A valid PNG header that declares 60,000 x 60,000 pixels. */
async function bomb(): Promise<Blob> {
  const bytes = new Uint8Array(await (await png(image)).arrayBuffer())
  const view = new DataView(bytes.buffer)
  view.setUint32(16, 60_000)
  view.setUint32(20, 60_000)
  return new Blob([bytes])
}

async function closedBitmap(): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image)
  bitmap.close()
  return bitmap
}

const text = (content: string) => new File([content], 'a.jpg', { type: 'image/jpeg' })
const notPictures: [what: string, make: () => Promise<ProcessingRequest['url']>, code: string][] = [
  [
    'a truncated PNG',
    async () => (await png(gradient(60, 40))).slice(0, 900),
    'UNIDENTIFIED_IMAGE',
  ],
  ['a PNG cut in its header', async () => (await png(image)).slice(0, 20), 'UNIDENTIFIED_IMAGE'],
  [
    'a JPEG cut in its header',
    async () => (await encoded(image, 'image/jpeg')).slice(0, 100),
    'UNIDENTIFIED_IMAGE',
  ],
  [
    'a BMP with alpha that ends too early',
    async () => bmp(gradient(20, 10)).slice(0, 500),
    'UNIDENTIFIED_IMAGE',
  ],
  ['text renamed to .jpg', async () => text('this is not a picture'), 'UNIDENTIFIED_IMAGE'],
  ['an empty file', async () => text(''), 'UNIDENTIFIED_IMAGE'],
  [
    'a GIF of 0 x 0, whose frame has none either',
    async () => new Blob([(await gif.bytes()).fill(0, 6, 10).fill(0, 32, 36)]),
    'UNIDENTIFIED_IMAGE',
  ],
  ['a closed ImageBitmap', closedBitmap, 'UNIDENTIFIED_IMAGE'],
  ['base64 that is none', async () => 'base64,%%%', 'BAD_REQUEST'],
  ['a data: URL whose escapes are broken', async () => 'data:;base64,%', 'BAD_REQUEST'],
  ['an empty base64', async () => 'base64,', 'UNIDENTIFIED_IMAGE'],
  ['a URL without CORS', async () => `${pictures}/no-cors/a.png`, 'SOURCE_CORS'],
  ['a URL that answers 404', async () => `${pictures}/cors/missing.png`, 'SOURCE_UNREACHABLE'],
  ['an unreachable URL', async () => `${inject('unreachable')}/a.png`, 'SOURCE_UNREACHABLE'],
  ['a header bomb', bomb, 'TOO_LARGE'],
]

it.each(notPictures)(
  '%s: an error about url, at once, and the next job runs',
  async (_, make, code) => {
    const start = performance.now()
    const failed = toPng(await make())
    await expect(failed).rejects.toMatchObject({
      name: 'DarkroomError',
      code,
      status: 400,
      path: 'url',
    })
    expect(performance.now() - start).toBeLessThan(5000)
    expect((await toPng(image)).record.status).toBe('complete')
  },
)

it('an abort while the source is fetched ends the job', async () => {
  const controller = new AbortController()
  const job = darkroomWith().run({ url: `${pictures}/slow/a.png` }, { signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await expect(job).rejects.toMatchObject({ name: 'AbortError', code: 'ABORTED' })
})
