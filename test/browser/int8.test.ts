import { describe, expect, it } from 'vitest'
import { overlap } from '../../bench/lib/alpha.ts'
import { page } from '../../bench/lib/text-page.ts'
import { models } from '../../models/models.ts'
import { bicubic, draw, fromPng, png, psnrY } from '../../scripts/lib/pictures.ts'
import type { DarkroomOptions, ProcessingRequest } from '../../src/index.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { neededCutOut } from './cut-out.ts'
import { darkroomWith, run } from './run.ts'

/** Fine enough for SPAN not to be left out, and of a contrast that integers hold: nothing is computed again in fp32. */
const waves = draw(80, 60, (x, y) => [
  128 + 30 * Math.sin(x / 0.9),
  60 + y * 2,
  128 + 30 * Math.cos((x + y) / 1.1),
])
const faithful = { mode: 'faithful' } as const
const requests: Record<string, Omit<ProcessingRequest, 'url'>> = {
  'span-x2': { width: '200%', upscale_parameters: faithful },
  'span-x4': { width: '400%', upscale_parameters: faithful },
  'restore-x4': { width: '400%', upscale_parameters: { mode: 'restore' } },
  deblur: { enhancements: ['deblur'] },
  'denoise-v1': { enhancements: ['denoise'], denoise_parameters: { type: 'v1' } },
  'denoise-v2': { enhancements: ['denoise'], denoise_parameters: { type: 'v2' } },
}

async function computed(
  request: Omit<ProcessingRequest, 'url'>,
  options: DarkroomOptions,
  url?: Blob,
) {
  const { blob, record } = await run({ url: url ?? (await png(waves)), ...request }, options)
  const steps = record.details?.steps.filter(({ model }) => model) ?? []
  return {
    image: await fromPng(blob),
    used: steps.map(({ model, precision }) => `${model} ${precision}`),
  }
}

describe('networks on WASM', () => {
  it.each(Object.entries(requests))(
    '%s computes in integers, unless fp32 is asked for',
    async (model, request) => {
      const integers = await computed(request, { provider: 'wasm' })
      const floats = await computed(request, { provider: 'wasm', precision: 'fp32' })
      expect([integers.used, floats.used]).toEqual([[`${model} int8`], [`${model} fp32`]])
      const psnr = psnrY(integers.image, floats.image, 0)
      expect(psnr).toBeGreaterThan(40)
      expect(psnr).toBeLessThan(100)
    },
  )

  it.each([2, 4])('enlarge small text %i times as clearly as in fp32', async (scale) => {
    const text = await page('sans', 640, 480, 1)
    const truth = await bicubic(text, 160 * scale, 120 * scale)
    const request = { width: `${100 * scale}%`, upscale_parameters: faithful } as const
    const small = await png(await bicubic(text, 160, 120))
    const [integers, floats] = await Promise.all([
      computed(request, { provider: 'wasm' }, small),
      computed(request, { provider: 'wasm', precision: 'fp32' }, small),
    ])
    expect(psnrY(integers.image, truth, 0)).toBeGreaterThan(psnrY(floats.image, truth, 0) - 0.5)
  })

  it('cut out in integers nearly what they do in fp32', async (test) => {
    const { photograph } = await neededCutOut('car-2', test)
    const request = { background: { remove: 'auto' }, output_format: 'png' } as const
    const integers = await computed(request, { provider: 'wasm' }, photograph)
    const floats = await computed(request, { provider: 'wasm', precision: 'fp32' }, photograph)
    expect(integers.used).toEqual(['matte int8', 'edge fp32'])
    expect(floats.used).toEqual(['matte fp32', 'edge fp32'])
    expect(overlap(integers.image, floats.image)).toBeGreaterThan(0.98)
    expect(integers.image.data).not.toEqual(floats.image.data)
  })

  it('finish in fp32 what a GPU has begun', async () => {
    const sessions = new Sessions('wasm', undefined, { gpuRuntime: true })
    const { int8, model } = await sessions.load('span-x2', () => {})
    expect([int8, model.sha256]).toEqual([undefined, models['span-x2'].sha256])
  })

  it('are planned with the files that they need', async () => {
    const bytes = async (options: DarkroomOptions) =>
      (await darkroomWith(options).plan({ url: await png(waves), width: '200%' })).models.find(
        ({ name }) => name === 'span-x2',
      )?.bytes
    expect(await bytes({ provider: 'wasm' })).toBe(models['span-x2'].int8.bytes)
    expect(await bytes({ provider: 'wasm', precision: 'fp32' })).toBe(models['span-x2'].bytes)
  })
})
