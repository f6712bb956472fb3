import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { draw, png } from '../../scripts/lib/pictures.ts'
import {
  createDarkroom,
  type ImageInput,
  type JobRecord,
  type RequestWithoutSource,
} from '../../src/index.ts'
import { setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { displayP3Profile } from '../../workers/codecs/shared/rgb-profiles.ts'
import { gradient, maxDifference } from './pictures.ts'
import { rgbProfile } from './profiles.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
afterAll(() => darkroom.dispose())

const picture = await png(gradient(40, 30))
const named = (name: string) => new File([picture], name, { type: 'image/png' })
const broken = new File(['no image'], 'red dot.heic', { type: 'image/heic' })

const veiled = await png(draw(40, 30, (x, y) => [x * 6, y * 8, 255 - x * 6, (x * y) % 256]))
const p3 = { profile: displayP3Profile() }
const sources = {
  opaque: picture,
  'with partial alpha': veiled,
  'in Display P3': await setPngMetadata(picture, p3),
  'in Display P3, with partial alpha': await setPngMetadata(veiled, p3),
  'in Adobe RGB': await setPngMetadata(picture, { profile: rgbProfile('adobeRgb') }),
}

/** What a canvas cannot state, or rounds otherwise. */
const encoded = ['in Display P3, with partial alpha', 'in Adobe RGB']

describe('toFile', () => {
  it.each([
    ['red dot.png', 'red dot.webp'],
    ['红 点.JPG', '红 点.webp'],
    ['a.b.c', 'a.b.webp'],
    ['no extension', 'no extension.webp'],
    ['.png', 'image.webp'],
    ['\u202Egnp\u0007/exe\\.png', 'gnpexe.webp'],
  ])('names %j after its source: %j', async (name, expected) => {
    const file = await darkroom.toFile(named(name), { output_format: 'webp', width: 20 })
    expect(file).toBeInstanceOf(File)
    expect([file.name, file.type]).toEqual([expected, 'image/webp'])
    expect((await createImageBitmap(file)).width).toBe(20)
  })

  it('names what has no name, and takes a stem', async () => {
    expect((await darkroom.toFile(picture, {})).name).toBe('image.png')
    const options = { name: 'v1.2/final' }
    expect((await darkroom.toFile(named('a.png'), {}, options)).name).toBe('v1.2final.png')
    expect((await darkroom.toFile(picture, { output_format: 'jpeg' }, options)).type).toBe(
      'image/jpeg',
    )
  })

  it('leaves nothing behind, whether it ends well or not', async () => {
    const jobs: string[] = []
    onTestFinished(darkroom.on('status', ({ job }) => jobs.push(job)))
    await darkroom.toFile(picture, { width: '50%' })
    await darkroom.toFile(broken, {}).catch(() => undefined)
    expect(new Set(jobs).size).toBe(2)
    for (const job of new Set(jobs)) {
      await expect(darkroom.result(job)).rejects.toMatchObject({ code: 'DELETED' })
    }
    expect(await darkroom.jobs()).toEqual([])
  })

  it('reports progress, and ends on the signal', async () => {
    const controller = new AbortController()
    const source = await png(gradient(700, 500))
    const onProgress = ({ operation, ratio }: { operation: string; ratio: number }) => {
      if (operation === 'upscale' && ratio > 0) controller.abort()
    }
    const converting = darkroom.toFile(
      source,
      { width: '200%' },
      { signal: controller.signal, onProgress },
    )
    await expect(converting).rejects.toMatchObject({ code: 'ABORTED', name: 'AbortError' })
    expect(await darkroom.jobs()).toEqual([])
  })

  it('lets what is no image pass only where it may', async () => {
    await expect(darkroom.toFile(broken, {})).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE' })
    expect(await darkroom.toFile(broken, {}, { unreadable: 'original' })).toBe(broken)
    const renamed = await darkroom.toFile(broken, {}, { unreadable: 'original', name: 'a' })
    expect([renamed.name, await renamed.text()]).toEqual(['a.heic', 'no image'])
    const blob = await darkroom.toFile(new Blob(['no image']), {}, { unreadable: 'original' })
    expect([blob.name, await blob.text()]).toEqual(['image', 'no image'])
    // Another image of the request, an address, and a wrong request.
    for (const [source, request] of [
      [picture, { background: { replace: broken } }],
      [URL.createObjectURL(broken), {}],
      [broken, { width: 0 }],
    ] as [ImageInput, RequestWithoutSource][]) {
      await expect(darkroom.toFile(source, request, { unreadable: 'original' })).rejects.toThrow()
    }
  })
})

it.each(['toFile', 'toBitmap'] as const)('%s refuses by name', async (method) => {
  const refuses = (request: unknown, options: unknown, path: string) =>
    expect(
      darkroom[method](picture, request as RequestWithoutSource, options as object),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', path })
  await refuses({ url: picture }, {}, 'url')
  await refuses({ urls: [picture] }, {}, 'urls')
  await refuses(undefined, {}, 'request')
  await refuses({ width: 0 }, {}, 'width')
  await refuses({}, { onprogress: () => {} }, 'onprogress')
  await refuses({}, { persist: true }, 'persist')
  await refuses({}, { unreadable: 'skip' }, 'unreadable')
})

describe('toBitmap', () => {
  it.each(Object.entries(sources))('has the pixels of the png: %s', async (name, source) => {
    const records: JobRecord[] = []
    const stop = darkroom.on('complete', (record) => records.push(record))
    const bitmap = await darkroom.toBitmap(source, { width: 60 })
    stop()
    expect(records.map(({ result_url }) => result_url)).toEqual([undefined])
    expect(records[0]?.details?.bytes !== undefined).toBe(encoded.includes(name))
    const { blob } = await darkroom.run({ url: source, width: 60, output_format: 'png' })
    const expected = await createImageBitmap(blob)
    for (const colorSpace of ['srgb', 'display-p3'] as const) {
      const [actual, shown] = [bitmap, expected].map((image) => pixelsOf(image, colorSpace))
      expect(maxDifference(actual as ImageData, shown as ImageData)).toBeLessThanOrEqual(1)
    }
    bitmap.close()
  })

  it('says what only a file has', async () => {
    const warned: string[] = []
    const stop = darkroom.on('complete', ({ warnings }) => {
      warned.push(...warnings.map(({ code, path }) => `${code} ${path}`))
    })
    onTestFinished(stop)
    const request = { output_format: 'jpeg', quality: 50, max_file_size: 100 } as const
    const bitmap = await darkroom.toBitmap(veiled, request)
    expect(warned).toEqual(['IGNORED output_format', 'IGNORED quality', 'IGNORED max_file_size'])
    expect(pixelsOf(bitmap, 'srgb').data[3]).toBe(0)
    const refused = darkroom.toBitmap(picture, { target: 'storage://a/' })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', path: 'target' })
  })
})

function pixelsOf(image: ImageBitmap, colorSpace: PredefinedColorSpace): ImageData {
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d', { colorSpace }) as OffscreenCanvasRenderingContext2D
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}
