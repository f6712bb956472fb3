import { expect, it } from 'vitest'
import type { CustomModel } from '../../src/shared/worker/custom-models.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { Verdicts } from '../../workers/inference/verdicts.ts'
import { redKeeper } from './custom-models.ts'

it('a lost GPU is distinguished from a bad model', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const sessions = new Sessions('webgpu')
  const { ort, session, device } = await sessions.load('span-x2', () => {})
  device.gpu?.destroy()
  await device.gpu?.lost
  const input = new ort.Tensor('float32', new Float32Array(3 * 16 * 16), [1, 3, 16, 16])
  const failure = await session.run({ input }).then(
    async ({ output }) => output?.getData(),
    (error) => error,
  )
  expect(sessions.explain(failure)).toMatchObject({
    code: 'DEVICE_LOST',
    message: expect.stringMatching(/GPU failed/),
  })
})

it("an application's own network that fails on the GPU costs no other one its GPU", async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const keeper = (await redKeeper(16)) as CustomModel
  const sessions = new Sessions('webgpu', async () => ({ own: keeper, other: keeper }))
  const providerOf = async (name: string) => (await sessions.load(name, () => {})).device.provider
  const loaded = await sessions.load('own', () => {})
  const moved = await loaded.onWasm?.(new Error('a shader that does not compile'))
  expect(moved).toMatchObject({ gpuFailed: true, device: { provider: 'wasm' } })
  expect([await providerOf('own'), await providerOf('other')]).toEqual(['wasm', 'webgpu'])
})

it('what is remembered of a GPU outlives its worker, until it is forgotten', async () => {
  const next = async () => {
    const verdicts = new Verdicts()
    await verdicts.read('acme gpu')
    return verdicts
  }
  await (await next()).note('clean', 'abc', 'slow')
  const known = await next()
  expect([known.of('clean', 'abc'), known.of('clean', 'def')]).toEqual(['slow', undefined])
  await known.clear()
  expect([known.list(), (await next()).list()]).toEqual([[], []])
})
