import exifr from 'exifr'
import { expect, it } from 'vitest'
import { draw, png, random, shared } from '../../scripts/lib/pictures.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

const jxl = (url: Blob, request: object = {}) => run({ url, output_format: 'jxl', ...request })

/** A page may not start ImageMagick outside of a worker: another job opens the result. */
const reopened = async (url: Blob) =>
  (await run({ url, output_format: 'png', keep_exif: true })).blob

/** Peak signal-to-noise ratio of the colors, in dB. */
async function psnr(file: Blob, { data }: ImageData): Promise<number> {
  const { pixels } = await decode({ image: await reopened(file) })
  const sum = pixels.reduce((all, value, i) => all + (value - (data[i] as number)) ** 2, 0)
  return 10 * Math.log10((255 ** 2 * pixels.length) / sum)
}

const next = random(7)
const grainy = draw(128, 96, (x, y) => {
  const grain = 20 * next()
  return [1.5 * x + grain, 2 * y + grain, 60 + x + grain]
})

it('jxl is written, in better quality with more bytes, and lossless at 100', async () => {
  const url = await png(grainy)
  const results = []
  for (const quality of [30, 90, 100]) {
    const { blob, record } = await jxl(url, { quality })
    expect(blob.type).toBe('image/jxl')
    expect(record.file_name).toMatch(/\.jxl$/)
    expect(record.details).toMatchObject({ quality, width: 128, height: 96 })
    results.push({ size: blob.size, psnr: await psnr(blob, grainy) })
  }
  const [low, high, all] = results
  expect(low?.size).toBeLessThan(high?.size as number)
  expect(high?.size).toBeLessThan(all?.size as number)
  expect(low?.psnr).toBeGreaterThan(28)
  expect(high?.psnr).toBeGreaterThan((low?.psnr ?? 0) + 3)
  expect(all?.psnr).toBe(Number.POSITIVE_INFINITY)
})

it('keeps colors under low alpha', async () => {
  const image = draw(16, 16, (x) => [200, 100, 50, x < 8 ? 3 : 255])
  expect(await psnr((await jxl(await png(image), { quality: 100 })).blob, image)).toBe(
    Number.POSITIVE_INFINITY,
  )
})

it('has the profile, EXIF and density of its source', async () => {
  const url = (await shared('made/rotated.heic')) as Blob
  const { blob } = await jxl(url, { quality: 100, keep_exif: true })
  const { width, height, profile, dpi, exif } = await readHeader(await reopened(blob))
  expect([width, height]).toEqual([48, 64])
  const expected = (await shared('made/display-p3.icc')) as Blob
  expect(profile).toEqual(new Uint8Array(await expected.arrayBuffer()))
  expect(dpi).toBe(300)
  expect(exif && (await exifr.parse(exif))).toMatchObject({ Make: 'Maker', XResolution: 300 })
})

it('fits into max_file_size at the highest quality that does', async () => {
  const url = await png(grainy)
  const { blob, record } = await jxl(url, { max_file_size: 6000 })
  expect(blob.size).toBeLessThanOrEqual(6000)
  const { quality = 0 } = record.details ?? {}
  expect((await jxl(url, { quality: quality + 1 })).blob.size).toBeGreaterThan(6000)
})

it('is refused where no memory would hold it, with what would do', async () => {
  await expect(
    jxl(await png(gradient(64, 64)), { width: 8000, height: 8000 }),
  ).rejects.toMatchObject({
    code: 'TOO_LARGE',
    path: 'width',
    message: expect.stringContaining('at most 40.0 megapixels'),
  })
})
