import { expect, it } from 'vitest'
import { type ModelName, models } from '../../models/models.ts'
import { check } from '../../workers/inference/check.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { darkroomWith } from './run.ts'
import { load } from './untiled.ts'

it('every model gives its known output, on wasm', async () => {
  const checks = await darkroomWith({ provider: 'wasm' }).check()
  expect(checks.map(({ model }) => model)).toEqual(Object.keys(models))
  for (const { ok, provider, difference } of checks) {
    expect({ ok, provider }).toEqual({ ok: true, provider: 'wasm' })
    expect(difference).toBeLessThan(1e-4)
  }
})

// On the software GPU of the tests U2-Net takes many minutes.
const small = (Object.keys(models) as ModelName[]).filter((name) => name !== 'u2netp')

it('and on WebGPU', { timeout: 600_000 }, async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const sessions = new Sessions('webgpu')
  for (const name of small) {
    const { provider, ok, difference } = await check(name, await sessions.load(name, () => {}))
    expect({ name, ok, provider }).toEqual({ name, ok: true, provider: 'webgpu' })
    expect(difference).toBeLessThan(1e-4)
  }
})

it('a model with a wrong output is detected', async () => {
  const { model, why } = await check('span-x2', await load('span-x4'))
  expect(model).toBe('span-x2')
  expect(why).toMatch(/differs from its stored answer by/)
})
