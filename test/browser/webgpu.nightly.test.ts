import { describe, expect, it } from 'vitest'
import {
  type ImageToImageModel,
  type ImageToImageModelName,
  type Model,
  type ModelName,
  models,
} from '../../models/models.ts'
import { draw } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { check } from '../../workers/inference/gpu/check.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { tileGrid } from '../../workers/inference/tiles.ts'
import { compare } from './compare-tiled.ts'
import { gradient, maxDifference } from './pictures.ts'
import { kinds, noisy, restored } from './restoring-networks.ts'

/** On a GPU in software `matte` takes many minutes. */
const names = (Object.keys(models) as ModelName[]).filter((name) => name !== 'matte')

it.for(names)('%s gives its known output', { timeout: 600_000 }, async (name, test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const loaded = await new Sessions('webgpu').load(name, () => {})
  const { provider, precision, ok, difference } = await check(name, loaded)
  expect({ name, ok, provider }).toEqual({ name, ok: true, provider: 'webgpu' })
  const model: Model = models[name]
  const half = loaded.device.precision === 'fp16' && 'halo' in model && !model.precision
  expect(precision).toBe(half ? 'fp16' : 'fp32')
  expect(difference).toBeLessThan(half ? 1 / 255 : 1e-4)
  console.info(`${name}: ${precision}, differs from its stored answer by ${difference}`)
})

describe('WASM and WebGPU give the same, within 2', () => {
  it.for(kinds)('%s', { timeout: 600_000 }, async ([_, request], test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const image = await noisy(gradient(21, 16))
    const { image: onGpu, record } = await restored(image, request, { provider: 'webgpu' })
    expect(record.details?.provider).toBe('webgpu')
    const inFp32 = { provider: 'wasm', precision: 'fp32' } as const
    const onWasm = (await restored(image, request, inFp32)).image
    expect(maxDifference(onGpu, onWasm)).toBeLessThanOrEqual(2)
  })
})

const inOneView = (loaded: LoadedModel<ImageToImageModel>): typeof loaded => ({
  ...loaded,
  model: { ...loaded.model, views: 1 },
})

describe('tiles of WASM and WebGPU give the same, within 2', () => {
  const imageToImage = names.filter((name) => 'scale' in models[name]) as ImageToImageModelName[]
  it.for(imageToImage)('%s', { timeout: 600_000 }, async (name, test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const { multiple } = models[name]
    const unit = Math.max(8, multiple)
    const [width, height] = [5 * unit - 3, 2 * unit - 1]
    const { data } = draw(width, height, (x, y) => [x * 3, 200 - x, (x * y) % 7 ? 90 : 120])
    const image = { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: false }
    const options = { halo: unit, tilePixels: 7 * unit ** 2 }
    expect(tileGrid(width, height, { multiple, ...options }).tiles.length).toBeGreaterThan(1)
    const onGpu = inOneView(await new Sessions('webgpu').load(name, () => {}))
    const { most, differing } = await compare(image, onGpu, inOneView(await load(name)), options)
    expect(most).toBeLessThanOrEqual(2)
    expect(differing ?? 0).toBe(0)
  })
})
