import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { png } from '../../scripts/lib/pictures.ts'
import { Verdicts } from '../../workers/inference/verdicts.ts'
import { gradient } from '../browser/pictures.ts'
import { darkroom, enlarged, run } from './run-faulty.ts'

it.for([
  ['turns wrong after its first check', 'a GPU that turns wrong'],
  ['computes large tiles wrongly', 'a GPU that computes large tiles wrongly'],
] as const)(
  'a GPU that %s: the network runs on WASM, others on the GPU',
  async ([_, fault], test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const expected = { status: 'complete', warnings: ['DEVICE_LOST'], provider: 'wasm' }
    const request = fault.includes('large')
      ? { ...enlarged, url: await png(gradient(80, 80)) }
      : enlarged
    expect(await run(fault, 'webgpu', request)).toEqual(expected)
    expect(await darkroom.info()).toMatchObject({ provider: 'webgpu' })
  },
)

it('a GPU that computes a tile wrongly, once: WASM computes it, and the network leaves the GPU', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const fault = 'a GPU that computes a tile wrongly, once'
  // One in software would lose its race.
  const known = new Verdicts()
  await known.read(fault)
  await known.note('span-x2', models['span-x2'].sha256, 'right')
  const expected = { status: 'complete', warnings: ['DEVICE_LOST'], provider: 'wasm' }
  expect(await run(fault, 'auto', enlarged)).toEqual(expected)
  const verdicts = [{ model: 'span-x2', verdict: 'wrong', found: expect.any(String) }]
  expect(await darkroom.info()).toMatchObject({ provider: 'webgpu', verdicts })
})

it.for([
  ['once: another device goes on', 1, 'webgpu'],
  ['twice: WASM goes on', 2, 'wasm'],
] as const)('a GPU that is lost %s', async ([_, workers, provider], test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const warnings = ['DEVICE_LOST']
  const fault = 'a GPU that is lost in the first step'
  const outcome = await run(fault, 'webgpu', enlarged, {}, workers)
  expect(outcome).toEqual({ status: 'complete', warnings, provider })
})
