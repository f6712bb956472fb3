import { expect, it, onTestFinished } from 'vitest'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { withFaultyWorker } from './faults.ts'
import { darkroom, enlarged, run, url } from './run-faulty.ts'

const reduced = { url, width: 12 } as const
/** Long enough for a small image on a busy machine. */
const SILENCE_MS = 10_000

it.each([
  'an adapter that never answers',
  'an adapter that is refused',
  'a device that never answers',
])('%s: WASM', async (fault) => {
  if (!navigator.gpu) return
  const expected = { status: 'complete', warnings: [], provider: 'wasm' }
  expect(await run(fault, 'auto', enlarged)).toEqual(expected)
})

it('a GPU that never answers: another worker goes on with WASM', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const expected = { status: 'complete', warnings: ['TIMEOUT'], provider: 'wasm' }
  const silence = { silenceMs: SILENCE_MS }
  expect(await run('a GPU that never answers', 'webgpu', enlarged, silence)).toEqual(expected)
})

it('a GPU that refuses a piece of work, and tells nobody: the network runs on WASM, others on the GPU', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const expected = { status: 'complete', warnings: ['DEVICE_LOST'], provider: 'wasm' }
  expect(await run('a GPU that refuses a piece of work', 'webgpu', enlarged)).toEqual(expected)
  expect(await darkroom.info()).toMatchObject({ provider: 'webgpu' })
})

it('an endless loop: another worker goes on', async () => {
  const expected = { status: 'complete', warnings: ['TIMEOUT'], provider: null }
  const silence = { silenceMs: SILENCE_MS / 2 }
  expect(await run('an endless loop', 'wasm', reduced, silence)).toEqual(expected)
})

it('a worker that is ended from outside: another one goes on within seconds', async () => {
  const start = performance.now()
  const expected = { status: 'complete', warnings: ['INTERNAL'], provider: null }
  expect(await run('a worker that closes itself', 'wasm', reduced)).toEqual(expected)
  expect(performance.now() - start).toBeLessThan(8_000)
})

it('an abort is answered at once, though the worker does not notice it', async () => {
  const looping = new LazyDarkroom({ provider: 'wasm' }, withFaultyWorker('an endless loop'))
  const controller = new AbortController()
  let aborted = 0
  onTestFinished(() => looping.dispose())
  const failure = looping.run(reduced, {
    signal: controller.signal,
    onProgress: ({ operation }) => {
      if (operation !== 'encode') return
      aborted = performance.now()
      controller.abort()
    },
  })
  await expect(failure).rejects.toMatchObject({ code: 'ABORTED' })
  expect(performance.now() - aborted).toBeLessThan(2_000)
})
