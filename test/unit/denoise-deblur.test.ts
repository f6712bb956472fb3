import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { plan } from '../../src/plan/plan.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import deblur from '../../workers/operations/deblur/index.ts'
import denoise from '../../workers/operations/denoise/index.ts'
import type { OperationContext, StepOf } from '../../workers/operations/operation.ts'

class Tensor {
  dispose() {}
  constructor(
    readonly type: string,
    readonly data: Float32Array,
  ) {}
}

/** Each network adds `change` of 255 to every value. */
function contextWith(change: number) {
  const told = { unchanged: false, loaded: [] as string[], runs: 0 }
  const session = {
    run: async ({ input }: { input: Tensor }) => {
      told.runs++
      const values = input.data.map((value) => value + change / 255)
      return { output: { getData: async () => values, dispose() {} } }
    },
  }
  const context = {
    load: async (name: 'denoise-v1' | 'denoise-v2' | 'deblur') => {
      told.loaded.push(name)
      return { model: models[name], ort: { Tensor }, session, device: { provider: 'wasm' } }
    },
    checkpoint: async () => {},
    progress: () => {},
    noteUnchanged: () => {
      told.unchanged = true
    },
  } as unknown as OperationContext
  return { context, told }
}

const gray = (): RasterImage => ({
  width: 64,
  height: 64,
  pixels: new Uint8ClampedArray(4 * 64 * 64).fill(128).map((v, i) => (i % 4 === 3 ? 255 : v)),
  alpha: false,
})

it.each([
  ['heavy noise by v2', 'denoise-v2', 24, true],
  ['weak noise', 'denoise-v2', 12, false],
  ['heavy noise by v1, which did not learn blur', 'denoise-v1', 24, false],
] as const)(
  'after %s deblurs: %s, change %i, left out: %s',
  async (_, model, change, isLeftOut) => {
    const { context, told } = contextWith(change)
    const denoised = await denoise.run(gray(), { op: 'denoise', model }, context)
    expect(denoised.pixels[0]).toBeGreaterThan(128)
    const before = denoised.pixels.slice()
    const result = await deblur.run(denoised, { op: 'deblur', model: 'deblur' }, context)
    expect(told.unchanged).toBe(isLeftOut)
    expect(told.loaded).toEqual(isLeftOut ? [model] : [model, 'deblur'])
    expect(result.pixels[0] === before[0]).toBe(isLeftOut)
  },
)

it.each([
  [{ preset: 'auto_enhance' }, 1],
  [{ enhancements: ['denoise'], denoise_parameters: { type: 'v2' } }, 4],
])('%j looks at %i views of a small image', async (request, views) => {
  const image = { width: 64, height: 64, format: 'png' } as const
  const { steps } = plan(normalize({ url: 'base64,', ...request }).request, image, defaultLimits)
  const { context, told } = contextWith(24)
  const step = steps.find(({ op }) => op === 'denoise') as StepOf<'denoise'>
  await denoise.run(gray(), step, context)
  expect(told.runs).toBe(views)
})
