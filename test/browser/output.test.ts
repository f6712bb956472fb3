import { describe, expect, it } from 'vitest'
import { decoded, draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import { metadata } from '../../workers/codecs/decode.ts'
import { readJpeg, setJpegMetadata } from '../../workers/codecs/formats/jpeg/segments.ts'
import { readPng, setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { readWebp, setWebpMetadata } from '../../workers/codecs/formats/webp/chunks.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { resample } from '../../workers/image/resample.ts'
import { profile } from './files.ts'
import { gradient, maxDifference, needed } from './pictures.ts'
import { run } from './run.ts'

const image = gradient(40, 30)
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('format', () => {
  it.each([
    ['image/jpeg', undefined, 'image/jpeg', 'picture.jpg'],
    ['image/png', undefined, 'image/png', 'picture.png'],
    ['image/webp', undefined, 'image/webp', 'picture.webp'],
    ['image/png', 'jpg', 'image/jpeg', 'picture.jpg'],
    ['image/jpeg', 'webp', 'image/webp', 'picture.webp'],
  ] as const)('%s with output_format %s gives %s', async (from, output_format, type, name) => {
    const url = new File([await encoded(image, from)], 'picture.xyz')
    const { record, blob } = await run({ url, ...(output_format && { output_format }) })
    expect(blob.type).toBe(type)
    expect(record.file_name).toBe(name)
    expect(maxDifference(await decoded(blob), image)).toBeLessThanOrEqual(40)
  })

  it('of pixels without a file is png', async () => {
    expect((await run({ url: image })).blob.type).toBe('image/png')
  })

  it('of a webp is png where it becomes too wide for webp', async () => {
    const url = await encoded(gradient(16_380, 2), 'image/webp')
    const { record, blob } = await run({ url, padding: 2 })
    expect([blob.type, record.details?.width]).toEqual(['image/png', 16_384])
  })

  it('of a long picture stays as long as it is', async () => {
    const { record } = await run({ url: await png(gradient(20_000, 10)) })
    expect(record.details).toMatchObject({ width: 20_000, height: 10 })
    const longer = await run({ url: await png(gradient(70_000, 2)) })
    expect(await metadata(longer.blob)).toMatchObject({ info: { width: 70_000, height: 2 } })
  })

  it('of a sheet that a webp cannot hold is refused, and says which formats can', async () => {
    const sheet = run({ url: image, print_size: 'B0', output_format: 'webp' })
    await expect(sheet).rejects.toMatchObject({
      code: 'TOO_LARGE',
      path: 'print_size',
      message: expect.stringContaining('png, jpeg, avif, jxl can'),
    })
  })

  it('follows quality', async () => {
    const size = async (quality: number) =>
      (await run({ url: image, output_format: 'jpeg', quality })).blob.size
    expect(await size(20)).toBeLessThan(await size(90))
  })

  it('puts transparent pixels on white in a jpeg', async () => {
    const half = draw(32, 16, (x) => [0, 0, 255, x < 16 ? 255 : 0])
    const { data } = await decoded(
      (await run({ url: half, output_format: 'jpeg', quality: 100 })).blob,
    )
    expect([...data.subarray(28 * 4, 28 * 4 + 3)].every((value) => value > 245)).toBe(true)
  })
})

describe('alpha', () => {
  it('every colour under low alpha survives width 100% to png', async () => {
    const all = draw(256, 9 * 16, (x, y) => [x, (x * 7 + y * 31) & 255, 255 - x, y % 9])
    const { blob } = await run({ url: await png(all), width: '100%', output_format: 'png' })
    expect(maxDifference(await fromPng(blob), all)).toBe(0)
  })

  it('does not darken edges on the way down', async () => {
    const disc = draw(64, 64, (x, y) =>
      Math.hypot(x - 32, y - 32) < 22 ? [250, 200, 40, 255] : [0, 0, 0, 0],
    )
    const { data } = await fromPng((await run({ url: disc, width: '25%' })).blob)
    for (let i = 0; i < data.length; i += 4) {
      if ((data[i + 3] as number) > 32) expect(data[i] as number).toBeGreaterThan(240)
    }
  })
})

describe('colour profile', () => {
  const icc = profile('RGB ', 70_000 & 0xffff)
  it.each([
    ['jpeg', setJpegMetadata, readJpeg],
    ['png', setPngMetadata, readPng],
    ['webp', setWebpMetadata, readWebp],
  ] as const)(
    'survives byte for byte in %s, and the numbers stay',
    async (format, insert, read) => {
      const plain = await encoded(image, `image/${format}`)
      const tagged = await insert(plain, { profile: icc })
      const { blob } = await run({ url: tagged, output_format: format, quality: 100 })
      expect((await read(await bytesOf(blob))).profile).toEqual(icc)
      expect(maxDifference(await decoded(blob), await decoded(plain))).toBeLessThanOrEqual(8)
      const opened = await createImageBitmap(blob)
      expect(opened.width).toBe(40)
    },
  )

  it('of more than one JPEG segment survives', async () => {
    const large = new Uint8Array(150_000).map((_, i) => (i * 31) & 255)
    large.set(icc.subarray(0, 40))
    const tagged = await setJpegMetadata(await encoded(image, 'image/jpeg'), { profile: large })
    expect(readJpeg(await bytesOf(tagged)).profile).toEqual(large)
  })

  it('after the frame header of a JPEG survives', async () => {
    const plain = await encoded(image, 'image/jpeg')
    const tagged = await bytesOf(await setJpegMetadata(plain, { profile: icc }))
    const from = tagged.findIndex((byte, i) => byte === 0xff && tagged[i + 1] === 0xe2)
    const profiled = tagged.subarray(from, from + 2 + 2 + 14 + icc.length)
    const scan = tagged.findIndex((byte, i) => byte === 0xff && tagged[i + 1] === 0xda)
    const moved = [tagged.slice(0, from), tagged.slice(from + profiled.length, scan)]
    const { blob } = await run({ url: new Blob([...moved, profiled, tagged.slice(scan)]) })
    expect(readJpeg(await bytesOf(blob)).profile).toEqual(icc)
  })

  it.each(['jpeg', 'png', 'webp'] as const)('is not invented: %s', async (output_format) => {
    const { blob } = await run({ url: image, output_format })
    expect(await readHeader(blob)).not.toHaveProperty('profile')
  })

  it('of grey numbers does not, as they become RGB, and a warning says so', async () => {
    const tagged = await setPngMetadata(await encoded(image, 'image/png'), {
      profile: profile('GRAY'),
    })
    const { record, blob } = await run({ url: tagged })
    expect((await readPng(await bytesOf(blob))).profile).toBeUndefined()
    expect(record.warnings).toMatchObject([{ code: 'CONVERTED', path: 'url' }])
  })

  it('warns of CMYK, not of RGB', async (test) => {
    const cmyk = await needed('formats/good/jpeg__gen_a_cmyk.jpg', test)
    const codes = async (url: Blob) => (await run({ url })).record.warnings.map(({ code }) => code)
    expect(await codes(cmyk)).toEqual(['CONVERTED'])
    expect(await codes(await encoded(image, 'image/jpeg'))).toEqual([])
  })
})

describe('size', () => {
  it.each([
    [{ width: 20 }, 20, 15],
    [{ height: '15' }, 20, 15],
    [{ width: '50%' }, 20, 15],
    [{ width: '200%' }, 80, 60],
    [{ width: 60 }, 60, 45],
    [{ width: '600%' }, 240, 180],
    [{ width: 30, height: 30 }, 30, 30],
    [{ width: 1 }, 1, 1],
  ] as const)('%j', async (request, width, height) => {
    const { blob, record } = await run({ url: image, ...request })
    const result = await fromPng(blob)
    expect([result.width, result.height]).toEqual([width, height])
    expect(record.details).toMatchObject({ width, height })
  })

  it('on a canvas: centred, the space around in the colour of the border', async () => {
    const framed = draw(20, 10, (x, y) =>
      x > 1 && x < 18 && y > 1 && y < 8 ? [0, 200, 0] : [180, 20, 90],
    )
    const { data } = await fromPng((await run({ url: framed, width: 20, height: 20 })).blob)
    expect([...data.subarray(0, 4)]).toEqual([180, 20, 90, 255])
    expect([...data.subarray((10 * 20 + 10) * 4, (10 * 20 + 10) * 4 + 4)]).toEqual([0, 200, 0, 255])
  })

  it('beyond all memory says so', async () => {
    const dot = { width: 1, height: 1, pixels: new Uint8ClampedArray(4), alpha: false }
    const scaled = resample(dot, { width: 200_000, height: 200_000, filter: 'catrom' })
    await expect(scaled).rejects.toThrow(RangeError)
  })

  it('downscaling is antialiased', async () => {
    const stripes = draw(80, 20, (x) => (x % 2 ? [255, 255, 255] : [0, 0, 0]))
    const { data } = await fromPng((await run({ url: stripes, width: '25%' })).blob)
    for (let x = 3; x < 17; x++)
      expect(Math.abs((data[(2 * 20 + x) * 4] as number) - 127.5)).toBeLessThan(8)
  })
})
