import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { check } from '../../workers/inference/check.ts'
import { darkroomWith } from './run.ts'

// webgpu.nightly.test.ts runs them on a GPU; restore.test.ts and upscale.test.ts run five of them there.
it('every model gives its known output, on wasm', async () => {
  const checks = await darkroomWith({ provider: 'wasm' }).check()
  expect(checks.map(({ model }) => model)).toEqual(Object.keys(models))
  for (const { ok, provider, precision, difference } of checks) {
    expect({ ok, provider, precision }).toEqual({ ok: true, provider: 'wasm', precision: 'fp32' })
    expect(difference).toBeLessThan(1e-4)
  }
})

it('a model with a wrong output is detected', async () => {
  const { model, why } = await check('span-x2', await load('span-x4'))
  expect(model).toBe('span-x2')
  expect(why).toMatch(/differs from its stored answer by/)
})
