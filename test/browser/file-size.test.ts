import exifr from 'exifr'
import { describe, expect, it } from 'vitest'
import { decoded, draw, encoded, noise, png, random } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { fitSize } from '../../workers/codecs/fit-size.ts'
import { setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { profile } from './files.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

/** Draws an image like a photograph: smooth areas, edges and some noise. */
function scene(width: number, height: number): ImageData {
  const next = random(7)
  return draw(width, height, (x, y) => {
    const hill = y > height * (0.5 + 0.15 * Math.sin(x / 60))
    const wood = hill ? 60 * Math.abs(Math.sin(x / 3) * Math.sin(y / 4)) : 0
    const grain = noise(next, hill ? 8 : 2)
    return hill
      ? [60 + wood + grain, 110 - wood + grain, 50 + grain]
      : [120 + y / 4 + grain, 160 + y / 5 + grain, 230 + grain]
  })
}

const picture = scene(320, 240)
const sizeAt = async (request: ProcessingRequest, quality: number) =>
  (await run({ ...request, quality })).blob.size

describe('max_file_size', () => {
  const formats = ['jpeg', 'webp'] as const
  it.each(
    formats.flatMap((format) => [4_000, 9_000, 20_000].map((bytes) => [format, bytes] as const)),
  )(
    '%s of %i bytes: the result fits, one quality more does not',
    async (output_format, max_file_size) => {
      const request = { url: picture, output_format }
      const { record, blob } = await run({ ...request, max_file_size })
      const quality = record.details?.quality as number
      expect(blob.type).toBe(`image/${output_format}`)
      expect(blob.size).toBeLessThanOrEqual(max_file_size)
      expect(await sizeAt(request, quality)).toBe(blob.size)
      expect(await sizeAt(request, quality + 1)).toBeGreaterThan(max_file_size)
    },
  )

  it('counts profile, density and EXIF', async () => {
    const icc = profile('RGB ', 5000)
    const url = await setPngMetadata(await png(picture), { profile: icc })
    const request = { url, output_format: 'jpeg', max_file_size: 12_000, dpi: 300 } as const
    const { record, blob } = await run(request)
    expect(blob.size).toBeLessThanOrEqual(12_000)
    const plain = await run({ ...request, url: picture })
    expect(record.details?.quality).toBeLessThan(plain.record.details?.quality as number)
  })

  it('never takes more than quality', async () => {
    const { record } = await run({
      url: picture,
      output_format: 'jpeg',
      quality: 40,
      max_file_size: '5 MB',
    })
    expect(record.details?.quality).toBe(40)
  })

  it('without quality goes up to 100', async () => {
    const { record } = await run({ url: picture, max_file_size: '5 MB' })
    expect(record.details?.quality).toBe(100)
  })

  it('keeps a webp, with its density', async () => {
    const request = { url: await encoded(picture, 'image/webp'), max_file_size: 9000, dpi: 300 }
    const { blob, record } = await run(request)
    expect([blob.type, record.warnings]).toEqual(['image/webp', []])
    expect(blob.size).toBeLessThanOrEqual(9000)
    const { exif = new Uint8Array(), dpi } = await readHeader(blob)
    expect(dpi).toBe(300)
    const tags = { XResolution: 300, YResolution: 300, ResolutionUnit: 'inches' }
    expect(await exifr.parse(exif)).toEqual(tags)
  })

  it('makes a jpeg of any other, unless transparency would be lost', async () => {
    const typeOf = async (request: ProcessingRequest) => {
      const { blob, record } = await run({ max_file_size: 9000, ...request })
      return [blob.type, ...record.warnings.map(({ code, path }) => `${code} ${path}`)]
    }
    const jpeg = await encoded(picture, 'image/jpeg')
    expect(await typeOf({ url: await png(picture) })).toEqual(['image/jpeg'])
    expect(await typeOf({ url: jpeg })).toEqual(['image/jpeg'])
    const padded = { background: { color: 'transparent' }, padding: 9 } as const
    expect(await typeOf({ url: jpeg, ...padded })).toEqual(['image/png', 'IGNORED max_file_size'])
  })

  it('with transparency', async () => {
    const faded = draw(160, 120, (x, y) => [x, y * 2, (x * y) & 255, (x * 8) & 255])
    const request = { url: await png(faded), output_format: 'webp', max_file_size: 12_000 } as const
    const { blob } = await run(request)
    expect(blob.size).toBeLessThanOrEqual(12_000)
    expect((await decoded(blob)).width).toBe(160)
  })

  it.each(formats)(
    '%s that cannot be reached is an error that says the smallest',
    async (output_format) => {
      const smallest = await sizeAt({ url: picture, output_format }, 0)
      const request = { url: picture, output_format, max_file_size: smallest - 1 }
      await expect(run(request)).rejects.toMatchObject({
        code: 'FILE_SIZE_UNREACHABLE',
        path: 'max_file_size',
        message: expect.stringContaining(`the smallest has ${smallest}, at quality 0`),
      })
      expect((await run({ ...request, max_file_size: smallest })).blob.size).toBe(smallest)
    },
  )
})

describe('the search', () => {
  const quiet = { checkpoint: async () => {}, progress: () => {} }

  /** Runs the search. Returns how often it encoded, and the result. */
  async function search(image: ImageData, format: 'jpeg' | 'webp', bytes: number) {
    let encodes = 0
    const encode = (quality: number) => {
      encodes++
      return encoded(image, `image/${format}`, quality / 100)
    }
    const pixels = image.width * image.height
    const found = await fitSize(encode, { format, pixels, quality: 100, bytes }, quiet)
    return { encodes, ...found }
  }

  it.for(['jpeg', 'webp'] as const)(
    'takes few encodes on photographs: %s',
    async (format, test) => {
      const counts: number[] = []
      for (const name of ['01', '05', '13', '23']) {
        const file = await needed(`kodak/kodim${name}.png`, test)
        const image = await decoded(file)
        for (const bytes of [15_000, 40_000, 90_000, 180_000]) {
          const { encodes, blob } = await search(image, format, bytes)
          expect(blob.size).toBeLessThanOrEqual(bytes)
          counts.push(encodes)
        }
      }
      console.log(format, counts.join(' '))
      expect(Math.max(...counts)).toBeLessThanOrEqual(6)
    },
  )

  it.each([
    ['grows in steps', (q: number) => 1000 * Math.floor(q / 20)],
    ['hardly grows', (q: number) => 3000 + q],
    ['leaps at the end', (q: number) => (q < 99 ? 10 + q : 1e6)],
    ['explodes', (q: number) => Math.round(1.2 ** q)],
  ])('ends where size %s', async (_, size) => {
    for (const bytes of [1, 500, 3050, 3099, 1e6]) {
      let encodes = 0
      const encode = async (quality: number) => {
        encodes++
        return new Blob([new Uint8Array(size(quality))])
      }
      const wanted = { format: 'jpeg', pixels: 1e5, quality: 100, bytes } as const
      const found = await fitSize(encode, wanted, quiet).catch((error) => error)
      const best = Array.from({ length: 101 }, (_, q) => q)
        .filter((q) => size(q) <= bytes)
        .at(-1)
      expect(found.quality ?? found.code).toBe(best ?? 'FILE_SIZE_UNREACHABLE')
      expect(encodes).toBeLessThanOrEqual(12)
    }
  })
})
