import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { check } from '../../workers/neural/check.ts'
import { darkroomWith } from './run.ts'
import { load } from './untiled.ts'

it.for(['wasm', 'webgpu'] as const)(
  'every model answers as it was made, on %s',
  async (provider, { skip }) => {
    if (provider === 'webgpu' && !(await navigator.gpu?.requestAdapter()))
      return skip('no GPU adapter')
    const checks = await darkroomWith({ provider }).check()
    expect(checks.map(({ model }) => model)).toEqual(Object.keys(models))
    for (const { ok, provider: on, difference } of checks) {
      expect({ ok, on }).toEqual({ ok: true, on: provider })
      expect(difference).toBeLessThan(1e-4)
    }
  },
)

it('a model that answers otherwise is found out', async () => {
  const { model, why } = await check('span-x2', await load('span-x4'))
  expect(model).toBe('span-x2')
  expect(why).toMatch(/differs from its stored answer by/)
})
