import { afterAll, describe, expect, it, vi } from 'vitest'
import { createDarkroom, type JobProgress, type RunOptions } from '../../src/index.ts'
import { gradient, lined } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
const request = { url: gradient(4, 4) }
afterAll(() => darkroom.dispose())

describe.each(['run', 'process', 'processResult', 'plan'] as const)('of %s', (method) => {
  it.each([
    [{ onprogress: () => {} }, 'onprogress', 'not an option of a job: the nearest is onProgress'],
    [{ onProgress: 'log' }, 'onProgress', 'Expected a function for onProgress but received "log"'],
    [{ signal: new AbortController() }, 'signal', 'Expected an AbortSignal for signal'],
    [
      { priority: 'high' },
      'priority',
      'one of user-blocking, user-visible, background for priority',
    ],
    [{ persist: 'yes' }, 'persist', 'Expected true or false for persist but received "yes"'],
    [new AbortController().signal, 'options', 'Expected an object for options'],
    [null, 'options', 'Expected an object for options but received null'],
  ])('%o is refused by name', async (options, path, message) => {
    const refused = darkroom[method](request, options as RunOptions)
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', path })
    await expect(refused).rejects.toThrow(message)
  })
})

it.each([
  ['wait', () => darkroom.wait('a', { sginal: null } as never)],
  ['preload', () => darkroom.preload(request, { sginal: null } as never)],
  ['check', () => darkroom.check({ sginal: null } as never)],
  ['requiredFiles', () => darkroom.requiredFiles([request], { sginal: null } as never)],
])('of %s are checked alike', async (method, call) => {
  await expect(call()).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    path: 'sginal',
    message: `sginal is not an option of ${method}: the nearest is signal`,
  })
})

it.each([
  ['undefined', undefined],
  ['null', null],
])('what is %s counts as absent', async (_, absent) => {
  const options = { signal: absent } as RunOptions
  expect((await darkroom.run(request, options)).status).toBe('complete')
  expect((await darkroom.plan(request, options)).steps).toEqual([])
})

it('after an abort the next job waits for one tile of the network, not for its image', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const enlarged = { width: '200%', upscale_parameters: { mode: 'faithful' } } as const
  const onProgress = ({ operation, ratio }: JobProgress) =>
    operation === 'upscale' && ratio > 0 && controller.abort()
  // 130 tiles.
  const large = { url: lined(2400, 1600), ...enlarged }
  await expect(darkroom.run(large, { signal, onProgress })).rejects.toThrow()
  const start = performance.now()
  await darkroom.run({ url: gradient(16, 16), ...enlarged })
  // A worker that does not notice is ended after 10 seconds.
  expect(performance.now() - start).toBeLessThan(8_000)
})

it('a signal that outlives its jobs keeps nothing of them', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await darkroom.run(request, { signal })
  await darkroom.plan(request, { signal })
  const listeners = (spy: { mock: { calls: unknown[][] } }) =>
    spy.mock.calls.map(([, each]) => each)
  expect(added).toHaveBeenCalled()
  expect(listeners(removed)).toEqual(expect.arrayContaining(listeners(added)))
})
