import exifr from 'exifr'
import { expect, it } from 'vitest'
import { decoded, draw, png, shared } from '../../scripts/lib/pictures.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

const source = () => png(gradient(96, 64))

/** The root of the mean square of the difference. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const sum = a.reduce((all, value, i) => all + (value - (b[i] as number)) ** 2, 0)
  return Math.sqrt(sum / a.length)
}

it('avif is written, in better quality with more bytes', async () => {
  const original = gradient(96, 64)
  const results = await Promise.all(
    [30, 90, 100].map(async (quality) => {
      const { blob, record } = await run({ url: await source(), output_format: 'avif', quality })
      expect(blob.type).toBe('image/avif')
      expect(record.file_name).toMatch(/\.avif$/)
      expect(record.details).toMatchObject({ quality })
      return { size: blob.size, error: difference((await decoded(blob)).data, original.data) }
    }),
  )
  const [low, high, all] = results
  expect(low?.size).toBeLessThan(high?.size as number)
  expect(high?.error).toBeLessThan(low?.error as number)
  expect(high?.error).toBeLessThan(4)
  expect(all?.error).toBeLessThan(1)
})

it('keeps colors under low alpha', async () => {
  const url = await png(draw(16, 16, (x) => [200, 100, 50, x < 8 ? 3 : 255]))
  const { blob } = await run({ url, output_format: 'avif', quality: 100 })
  const { pixels } = await decode({ image: blob })
  const [red = 0, green = 0, blue = 0, alpha] = pixels
  expect(Math.max(Math.abs(red - 200), Math.abs(green - 100), Math.abs(blue - 50))).toBeLessThan(3)
  expect(alpha).toBe(3)
})

it('keeps alpha as it is', async () => {
  const image = draw(96, 64, (x, y) => [2 * x, 3 * y, 90, Math.max(0, 255 - 9 * Math.abs(x - 40))])
  const { blob } = await run({ url: await png(image), output_format: 'avif' })
  const { pixels } = await decode({ image: blob })
  const alphas = (data: Uint8ClampedArray) => data.filter((_, i) => i % 4 === 3)
  expect(alphas(pixels)).toEqual(alphas(image.data))
})

it('has the profile, EXIF and density of its source', async () => {
  const url = (await shared('made/rotated.heic')) as Blob
  const { blob } = await run({ url, output_format: 'avif', quality: 90, keep_exif: true })
  const header = await readHeader(blob)
  const profile = (await shared('made/display-p3.icc')) as Blob
  expect(header.profile).toEqual(new Uint8Array(await profile.arrayBuffer()))
  expect([header.width, header.height]).toEqual([48, 64])
  expect(await exifr.parse(blob)).toMatchObject({ Make: 'Maker', XResolution: 300 })
  // The browser reads the file with what was added.
  expect(await decoded(blob)).toMatchObject({ width: 48, height: 64 })
})

it('fits into max_file_size at the highest quality that does', async () => {
  const url = await png(gradient(256, 192))
  const { blob, record } = await run({ url, output_format: 'avif', max_file_size: 3000 })
  expect(blob.size).toBeLessThanOrEqual(3000)
  const { quality = 0 } = record.details ?? {}
  const next = await run({ url, output_format: 'avif', quality: quality + 1 })
  expect(next.blob.size).toBeGreaterThan(3000)
})
