import { describe, expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { draw, fromPng, png, psnrY } from '../../scripts/lib/pictures.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { darkroomWith, run } from './run.ts'

const waves = draw(80, 60, (x, y) => [
  128 + 60 * Math.sin(x / 1.5),
  y * 4,
  128 + 60 * Math.cos((x + y) / 2),
])
const twice = async (options: DarkroomOptions) => {
  const request = { width: '200%', upscale_parameters: { mode: 'faithful' } } as const
  const { blob, record } = await run({ url: await png(waves), ...request }, options)
  return {
    image: await fromPng(blob),
    precision: record.details?.steps.find(({ model }) => model)?.precision,
  }
}

describe('SPAN x2 on WASM', () => {
  it('computes in integers, unless fp32 is asked for', async () => {
    const integers = await twice({ provider: 'wasm' })
    const floats = await twice({ provider: 'wasm', precision: 'fp32' })
    expect([integers.precision, floats.precision]).toEqual(['int8', 'fp32'])
    const psnr = psnrY(integers.image, floats.image, 0)
    expect(psnr).toBeGreaterThan(40)
    expect(psnr).toBeLessThan(100)
  })

  it('finishes in fp32 what a GPU has begun', async () => {
    const { int8, model } = await new Sessions('wasm', undefined, { gpuRuntime: true }).load(
      'span-x2',
      () => {},
    )
    expect([int8, model.sha256]).toEqual([undefined, models['span-x2'].sha256])
  })

  it('is planned with the file that it needs', async () => {
    const bytes = async (options: DarkroomOptions) =>
      (await darkroomWith(options).plan({ url: await png(waves), width: '200%' })).models.find(
        ({ name }) => name === 'span-x2',
      )?.bytes
    expect(await bytes({ provider: 'wasm' })).toBe(models['span-x2'].int8.bytes)
    expect(await bytes({ provider: 'wasm', precision: 'fp32' })).toBe(models['span-x2'].bytes)
  })
})
