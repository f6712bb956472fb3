import { describe, expect, it, type TestContext } from 'vitest'
import { blurred, gaussian, noisy as withNoise } from '../../bench/quality/degrade.ts'
import { psnr } from '../../bench/quality/psnr.ts'
import { models } from '../../models/models.ts'
import type { DarkroomOptions, ProcessingRequest } from '../../src/index.ts'
import {
  crop,
  decoded,
  draw,
  encoded,
  fromPng,
  gradient,
  maxDifference,
  needed,
  noise,
  png,
  random,
} from './pictures.ts'
import { run } from './run.ts'
import { untiled } from './untiled.ts'

type Spoil = (image: ImageData) => ImageData | Promise<ImageData>

const noisy = (image: ImageData, sigma = 20) => withNoise(sigma)(image, 6)
const blurry: Spoil = (image) => blurred(gaussian(1.6))(image, 1)
const compressed: Spoil = async (image) => decoded(await encoded(image, 'image/jpeg', 0.4))

const kinds = [
  ['denoise-v1', { enhancements: ['denoise'] }, noisy],
  ['denoise-v2', { enhancements: ['denoise'], denoise_parameters: { type: 'v2' } }, noisy],
  ['deblur-v1', { enhancements: ['deblur'] }, blurry],
  ['deblur-v2', { enhancements: ['deblur'], deblur_parameters: { type: 'v2' } }, blurry],
  ['clean', { enhancements: ['clean'] }, compressed],
] as const

async function restored(image: ImageData, request: object, options?: DarkroomOptions) {
  const asked = { ...request, url: await png(image), output_format: 'png' } as ProcessingRequest
  const { record, blob } = await run(asked, options)
  return { record, image: await fromPng(blob) }
}

/** The middle 320 x 320 px of a Kodak photograph. */
const middle = async (number: string, test: TestContext) =>
  crop(await needed(`kodak/kodim${number}.png`, test), 224, 96, 320, 320)

describe.each(kinds)('%s', (model, request, spoil) => {
  it('tiles give the result of one onnxruntime run on the whole image, within 1', {
    timeout: 600_000,
  }, async (test) => {
    const file = await needed('kodak/kodim13.png', test)
    // The smallest that takes two tiles.
    const [width, height] = models[model].tilePixels < 480 * 320 ? [480, 320] : [640, 432]
    const image = await spoil(await crop(file, 0, 0, width, height))
    const { image: ours, record } = await restored(image, request)
    expect(maxDifference(ours, await untiled(model, image))).toBeLessThanOrEqual(1)
    expect(record.details?.steps).toContainEqual(
      expect.objectContaining({ operation: request.enhancements[0], model }),
    )
  })

  it('keeps the size of any image', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 70],
      [61, 43],
    ] as const) {
      const { image } = await restored(gradient(width, height), request)
      expect([image.width, image.height]).toEqual([width, height])
    }
  })

  it('keeps alpha, and ignores the colour of transparent pixels', async () => {
    const half = (hidden: number) =>
      draw(48, 40, (x, y) => (x < 24 ? [200, 120, 60 + y, 255] : [hidden, hidden, hidden, 0]))
    const [one, other] = await Promise.all([
      restored(half(0), request),
      restored(half(255), request),
    ])
    const alpha = (image: ImageData) => image.data.filter((_, i) => i % 4 === 3)
    expect(alpha(one.image)).toEqual(alpha(half(0)))
    const seen = (image: ImageData) => image.data.filter((_, i) => i % 192 < 96)
    expect(seen(one.image)).toEqual(seen(other.image))
  })

  it('gives the same on WebGPU and WASM, within 2', async (test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const image = await noisy(gradient(45, 32))
    const { image: onGpu, record } = await restored(image, request, { provider: 'webgpu' })
    expect(record.details?.provider).toBe('webgpu')
    expect(maxDifference(onGpu, (await restored(image, request)).image)).toBeLessThanOrEqual(2)
  })

  it('keeps grey images grey', async () => {
    const next = random(3)
    const grey = draw(60, 60, (x) => {
      const value = 100 + x + noise(next, 15)
      return [value, value, value]
    })
    const { data } = (await restored(grey, request)).image
    expect(data.every((value, i) => i % 4 === 3 || value === data[i - (i % 4)])).toBe(true)
  })
})

describe.each([
  ['deblur-v1', ['03', '07', '13']],
  ['deblur-v2', ['07']],
] as const)('%s', (model, numbers) => {
  const request = { enhancements: ['deblur'], deblur_parameters: { type: model.slice(-2) } }

  it.for(numbers)('hardly changes a sharp photograph: kodim%s', async (number, test) => {
    const image = await middle(number, test)
    expect(psnr((await restored(image, request)).image, image)).toBeGreaterThan(37)
  })

  it('sharpens a blurred photograph by 3 dB', async (test) => {
    const image = await middle('09', test)
    const soft = await blurry(image)
    const gain = psnr((await restored(soft, request)).image, image) - psnr(soft, image)
    expect(gain).toBeGreaterThan(3)
  })
})

describe('denoise', () => {
  const denoised = async (image: ImageData, type: 'v1' | 'v2') =>
    (await restored(image, { enhancements: ['denoise'], denoise_parameters: { type } })).image

  it.for(['03', '05', '09'])(
    'v2 removes heavy noise better than v1: kodim%s',
    async (number, test) => {
      const image = await middle(number, test)
      const heavy = await noisy(image, 50)
      const gain =
        psnr(await denoised(heavy, 'v2'), image) - psnr(await denoised(heavy, 'v1'), image)
      expect(gain).toBeGreaterThan(0.3)
    },
  )

  it.for(['v1', 'v2'] as const)('%s hardly changes a clean photograph', async (type, test) => {
    const image = await middle('07', test)
    expect(psnr(await denoised(image, type), image)).toBeGreaterThan(48)
  })
})
