import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { plan } from '../../src/plan/plan.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { RasterImage } from '../../workers/image/image.ts'
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
  [{ preset: 'auto_enhance' }, 1],
  [{ enhancements: ['denoise'], denoise_parameters: { type: 'v2' } }, 4],
])('%j looks at %i views of a small image', async (request, views) => {
  const image = { width: 64, height: 64, format: 'png' } as const
  const { steps } = plan(normalize({ url: 'base64,', ...request }).request, image, defaultLimits)
  const { context, told } = contextWith(24)
  const restoring = steps.find(({ op }) => op === 'restore') as StepOf<'restore'> | undefined
  const step = restoring?.denoise ?? steps.find(({ op }) => op === 'denoise')
  await denoise.run(gray(), step as StepOf<'denoise'>, context)
  expect(told.runs).toBe(views)
})
