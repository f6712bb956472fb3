import { describe, expect, it } from 'vitest'
import { type ModelName, models } from '../../models/models.ts'
import { check } from '../../workers/inference/check.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { gradient, maxDifference } from './pictures.ts'
import { kinds, noisy, restored } from './restored.ts'

/** On a GPU in software U2-Net takes many minutes. */
const names = (Object.keys(models) as ModelName[]).filter((name) => name !== 'u2netp')

it.for(names)('%s gives its known output', { timeout: 600_000 }, async (name, test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const loaded = await new Sessions('webgpu').load(name, () => {})
  const { provider, ok, difference } = await check(name, loaded)
  expect({ name, ok, provider }).toEqual({ name, ok: true, provider: 'webgpu' })
  expect(difference).toBeLessThan(1e-4)
})

describe('WASM and WebGPU give the same, within 2', () => {
  it.for(kinds)('%s', { timeout: 600_000 }, async ([_, request], test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const image = await noisy(gradient(21, 16))
    const { image: onGpu, record } = await restored(image, request, { provider: 'webgpu' })
    expect(record.details?.provider).toBe('webgpu')
    expect(maxDifference(onGpu, (await restored(image, request)).image)).toBeLessThanOrEqual(2)
  })
})
