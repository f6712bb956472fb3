import { afterEach, expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { ProcessingRequest, ProviderChoice } from '../../src/index.ts'
import type { Environment } from '../../src/jobs/context.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { Verdicts } from '../../workers/inference/verdicts.ts'
import { gradient } from '../browser/pictures.ts'
import { withFaultyWorker } from './faults.ts'

const url = await png(gradient(24, 16))
const enlarged = { url, width: '200%', upscale_parameters: { mode: 'faithful' } } as const
const reduced = { url, width: 12 } as const
/** Long enough for a small image on a busy machine. */
const SILENCE_MS = 10_000
let darkroom: Darkroom
afterEach(() => darkroom.dispose())

/** Runs a job whose first worker has a fault. */
async function run(
  fault: string,
  provider: ProviderChoice,
  request: ProcessingRequest,
  silence: Partial<Environment> = {},
  workers = 1,
) {
  darkroom = new LazyDarkroom({ provider }, { ...withFaultyWorker(fault, workers), ...silence })
  const { status, warnings, details } = await darkroom.run(request)
  return { status, warnings: warnings.map(({ code }) => code), provider: details?.provider }
}

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

it.for([
  ['turns wrong after its first check', 'a GPU that turns wrong'],
  ['refuses a piece of work, and tells nobody', 'a GPU that refuses a piece of work'],
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
  darkroom = new LazyDarkroom({ provider: 'wasm' }, withFaultyWorker('an endless loop'))
  const controller = new AbortController()
  let aborted = 0
  const failure = darkroom.run(reduced, {
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
