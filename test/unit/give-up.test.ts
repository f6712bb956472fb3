import { expect, it, vi } from 'vitest'
import { aborted } from '../../src/shared/errors.ts'
import { givesUp, runOnGpuOrWasm } from '../../workers/inference/give-up.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'

it.each([
  ['a first network', { networks: 1, lost: false }, 'network'],
  ['a second network', { networks: 2, lost: false }, 'page'],
  ['a network of a GPU that was lost', { networks: 1, lost: true }, 'page'],
])('what loses the GPU by %s that fails', (_, failed, loses) => {
  expect(givesUp(failed)).toBe(loses)
})

const explain = (error: unknown) => new Error(`explained: ${error}`)
const wasm = { device: { provider: 'wasm' }, session: 'on WASM', precision: 'fp32' }

function onGpu(onWasm?: LoadedModel['onWasm']) {
  const model = { scale: 2 }
  return {
    model,
    session: 'on the GPU',
    pace: {},
    recheck: {},
    ...(onWasm && { onWasm }),
  } as never as LoadedModel
}

it('a network that fails on the GPU runs on WASM, with its own options', async () => {
  const run = vi.fn(async ({ session }: LoadedModel) => {
    if (String(session) === 'on the GPU') throw new Error('wrong')
    return session
  })
  const loaded = onGpu(async () => wasm as never as LoadedModel)
  expect(await runOnGpuOrWasm(loaded, { explain }, run)).toBe('on WASM')
  expect(run).toHaveBeenLastCalledWith({ model: { scale: 2 }, ...wasm })
})

it.each([
  ['where the page gives up the GPU', onGpu(async () => undefined)],
  ['on WASM', onGpu()],
])('a failure %s is explained', async (_, loaded) => {
  const run = () => Promise.reject('wrong')
  await expect(runOnGpuOrWasm(loaded, { explain }, run)).rejects.toThrow('explained: wrong')
})

it('an abort is no failure of the GPU', async () => {
  const onWasm = vi.fn()
  const run = () => Promise.reject(aborted())
  await expect(runOnGpuOrWasm(onGpu(onWasm), { explain }, run)).rejects.toMatchObject({
    code: 'ABORTED',
  })
  expect(onWasm).not.toHaveBeenCalled()
})
