import { clear, createStore } from 'idb-keyval'
import { describe, expect, it } from 'vitest'
import {
  bicubic,
  crop,
  decoded,
  draw,
  encoded,
  part,
  png,
  shared,
} from '../../scripts/lib/pictures.ts'
import { createDarkroom, type ProcessingRequest } from '../../src/index.ts'
import { type OperationStep, operationOf } from '../../workers/operation-of.ts'
import { gradient } from './pictures.ts'
import { blurry, noisy } from './restoring-networks.ts'
import { darkroomWith, run } from './run.ts'

type Sample = Omit<ProcessingRequest, 'url'> & { url: ImageData }

const small = gradient(64, 48)
const transparent = draw(40, 30, (x, y) => [x * 6, y * 8, 90, x < 20 ? 255 : 0])
const other = gradient(30, 30)

/** Photographs that make the operations load every model that they may need. */
interface Photographs {
  face: ImageData
  portrait: ImageData
  landscape: ImageData
  detailed: ImageData
}

async function photographs(): Promise<Photographs | undefined> {
  const [face, detailed] = await Promise.all([
    shared('faces/ffhq-clean.png'),
    shared('kodak/kodim15.png'),
  ])
  if (!face || !detailed) return undefined
  return {
    face: await onGray(face, 160, 160),
    portrait: await onGray(face, 160, 240),
    landscape: await onGray(face, 280, 160),
    detailed: await crop(detailed, 204, 96, 144, 144),
  }
}

/** Centres a photograph on a gray image, as large as fits. */
async function onGray(file: Blob, width: number, height: number): Promise<ImageData> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(width / bitmap.width, height / bitmap.height)
  const [w, h] = [bitmap.width * scale, bitmap.height * scale]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  context.fillStyle = '#888'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h)
  return context.getImageData(0, 0, width, height)
}

const enlarged = async ({ width, height, ...image }: ImageData, factor: number) =>
  bicubic(
    await bicubic(new ImageData(image.data, width, height), width / factor, height / factor),
    width,
    height,
  )

const compressed = async (image: ImageData) => decoded(await encoded(image, 'image/jpeg', 0.3))

const enhance = (url: ImageData, name: string, parameters: object = {}) =>
  ({ url, enhancements: [name], [`${name}_parameters`]: parameters }) as Sample

const together = (url: ImageData, ...enhancements: ProcessingRequest['enhancements'] & object) =>
  ({ url, enhancements }) as Sample

/** Those of the remote segment load no models: test/remote runs them. */
type LocalOperation = Exclude<OperationStep['op'], 'matte' | 'detail'>

/** For each operation, a request that makes it load every model that it may need. */
const samples = {
  backdrop: ({ portrait }) => [{ url: portrait, background: { remove: 'human', replace: other } }],
  background: ({ portrait, landscape }) => [
    { url: landscape, background: { remove: 'auto' } },
    { url: portrait, background: { remove: 'human' } },
  ],
  canvas: () => [{ url: small, width: 80, height: 80 }],
  caption: () => [{ url: small, caption: { url: other } }],
  clean: async ({ detailed }) => [
    enhance(detailed, 'clean'),
    enhance(await enlarged(detailed, 2), 'clean'),
    enhance(await enlarged(detailed, 4), 'clean'),
  ],
  color: () => [enhance(small, 'color')],
  crop: () => [{ url: small, width: 20, height: 40, fit: { crop: 'center' } }],
  cut_out: ({ portrait }) => [
    { url: portrait, background: { remove: 'human' } },
    { url: small, background: { mask: transparent } },
    { url: small, background: { mask: other, refine: false, hints: other } },
  ],
  deblur: async ({ detailed }) => [
    enhance(small, 'deblur', { type: 'v1' }),
    enhance(await compressed(detailed), 'deblur', { type: 'v2' }),
    enhance(await compressed(await blurry(detailed)), 'deblur'),
  ],
  denoise: () => [
    enhance(small, 'denoise', { type: 'v1' }),
    enhance(small, 'denoise', { type: 'v2' }),
  ],
  document: () => [{ url: small, preset: 'enhance_document' } as Sample],
  exposure_correction: () => [enhance(small, 'exposure_correction')],
  face_enhance: ({ face }) => [enhance(face, 'face_enhance')],
  flatten: () => [{ url: transparent, background: { color: '#336699' } }],
  light: () => [enhance(small, 'light')],
  mask: () => [{ url: small, background: { mask: transparent, output: 'mask' } }],
  nsfw: () => [{ url: small, safe: true }],
  orient: () => [{ url: small, rotate: 90 }],
  resize: () => [{ url: small, width: '50%' }],
  restore: async ({ detailed }) => [
    together(await compressed(detailed), 'denoise', 'deblur'),
    together(await noisy(detailed), 'denoise', 'deblur'),
    together(await compressed(await blurry(detailed)), 'denoise', 'deblur'),
    together(await enlarged(detailed, 2), 'clean', 'denoise', 'deblur'),
    together(await enlarged(detailed, 4), 'clean', 'denoise', 'deblur'),
  ],
  upscale: async ({ face }) => [
    {
      url: await compressed(face),
      width: '200%',
      enhancements: ['face_enhance'],
      upscale_parameters: { mode: 'auto' },
    },
    { url: small, width: '200%' },
    { url: small, width: '400%' },
    { url: small, width: '400%', upscale_parameters: { type: 'text_x4' } },
    { url: small, width: '200%', upscale_parameters: { mode: 'restore' } },
    { url: small, width: '400%', upscale_parameters: { mode: 'restore' } },
  ],
  white_balance: ({ face }) => [enhance(face, 'white_balance')],
} satisfies Record<LocalOperation, (images: Photographs) => Sample[] | Promise<Sample[]>>

const names = Object.keys(samples) as LocalOperation[]

describe('operations declare the models that they load', () => {
  it.for(names)('%s', { timeout: 600_000 }, async (op, test) => {
    const images = await photographs()
    if (!images) return test.skip('the shared data is not here')
    const declared = new Set<string>()
    const loaded = new Set<string>()
    for (const { url, ...rest } of await samples[op](images)) {
      const request = { ...rest, url: await png(url), output_format: 'png' } as ProcessingRequest
      const { steps, models } = await darkroomWith().plan(request)
      const { record } = await run(request)
      const used = modelsOf(record.details?.steps.filter(({ operation }) => operation === op))
      const mayUse = steps
        .filter((step) => step.op === op)
        .flatMap((step) => operationOf(step).models?.(step, {}) ?? [])
      expect(record.details?.steps.map(({ operation }) => operation)).toContain(op)
      for (const model of used) expect(mayUse).toContain(model)
      const planned = models.map(({ name }) => name)
      for (const model of modelsOf(record.details?.steps)) expect(planned).toContain(model)
      for (const model of used) loaded.add(model)
      for (const model of mayUse) declared.add(model)
    }
    expect([...loaded].sort()).toEqual([...declared].sort())
  })
})

const modelsOf = (steps: { model?: string }[] = []) =>
  steps.flatMap(({ model }) => model?.split(', ') ?? [])

describe('preload fetches what a run loads', () => {
  it.each([
    [
      'a crop to the content that enlarges',
      { width: 96, height: 96, fit: { crop: 'content' } },
      ['restore-x4', 'span-x2'],
    ],
    [
      'a crop to the item that enlarges',
      { width: 96, height: 96, fit: { crop: 'item' } },
      ['restore-x4', 'span-x2', 'span-x4'],
    ],
  ] as const)('%s', async (_, framing, expected) => {
    await clear(createStore('darkroom-weights', 'weights'))
    const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
    const request = { url: await png(part(small, 0, 0, 48, 48)), ...framing }
    const fetched = new Set<string>()
    await darkroom.preload(request, { onProgress: ({ model }) => fetched.add(model) })
    const { models } = await darkroom.plan(request)
    expect(models.map(({ name }) => name).sort()).toEqual(expected)
    expect(models.every(({ cached }) => cached)).toBe(true)
    const downloads: unknown[] = []
    darkroom.on('progress', ({ download }) => download && downloads.push(download))
    const { details } = await darkroom.run(request)
    expect(modelsOf(details?.steps).join()).toMatch(/span/)
    expect(downloads).toEqual([])
    expect([...fetched].sort()).toEqual(models.map(({ name }) => name).sort())
    darkroom.dispose()
  })

  it('a custom model replaces the built-in ones', async () => {
    const model = {
      use: 'human',
      url: 'https://models.example/people.onnx',
      sha256: '0'.repeat(64),
      bytes: 1234,
      width: 16,
      height: 16,
      mean: [0, 0, 0],
      deviation: [1, 1, 1],
    } as const
    const darkroom = createDarkroom({ persist: false, provider: 'wasm', models: { people: model } })
    const plan = await darkroom.plan({ url: await png(small), background: { remove: 'human' } })
    const { url } = model
    const border = expect.objectContaining({ name: 'edge' })
    expect(plan.models).toEqual([{ name: 'people', url, bytes: 1234, cached: false }, border])
    darkroom.dispose()
  })
})
