import { describe, expect, it, vi } from 'vitest'
import { afterFailure, EngineClient } from '../../src/engine/client.ts'
import type { WorkerPool } from '../../src/engine/pool.ts'
import type { WorkerLease } from '../../src/engine/pooled-worker.ts'
import type { Place } from '../../src/engine/schedule.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import type { LocalPlan } from '../../src/plan/plan.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { FinishedSteps } from '../../src/shared/worker/api.ts'

const outcome = { blob: new Blob(['x']), details: { provider: 'wasm' as const, steps: [] } }
const inputs = { source: { image: new Blob(['x']) } }
const plan: LocalPlan = {
  source: { format: 'png', width: 10, height: 10 },
  steps: [],
  output: { format: 'auto', quality: 85, exif: false },
}

/** A pool whose engine returns these answers, one per run. */
function poolOf(...answers: (() => Promise<unknown>)[]) {
  const engine = {
    demand: async () => ({ light: true, bytes: { small: 0, usual: 0, large: 0 } }),
    metadata: async () => ({ info: { format: 'png', width: 10, height: 10 } }),
    run: vi.fn((..._: unknown[]) => (answers.shift() as () => Promise<unknown>)()),
    isGpuLost: vi.fn(async () => false),
    finished: vi.fn(async (): Promise<FinishedSteps | undefined> => undefined),
  }
  let end!: (error: DarkroomError) => void
  const death = new Promise<never>((_, reject) => {
    end = reject
  })
  death.catch(() => {})
  const lease = {
    engine,
    call: 1,
    isLoading: () => false,
    isShared: () => false,
    onProgress: () => {},
    terminate: vi.fn(end),
    terminateWhenIdle: vi.fn(),
  }
  const pool = {
    run: (_: AbortSignal, task: (lease: WorkerLease) => Promise<unknown>) =>
      Promise.race([task(lease as unknown as WorkerLease), death]),
    giveUpGpu: vi.fn(),
    askForGpuAgain: vi.fn(),
    notePaces: vi.fn(),
  }
  return { pool, engine, lease }
}

function start(pool: object, limits = defaultLimits, place?: Place) {
  const onRetry = vi.fn()
  const client = new EngineClient(pool as WorkerPool, limits)
  const events = { onStart: () => {}, onProgress: () => {}, onRetry, ...(place && { place }) }
  const result = client.run(inputs, plan, new AbortController().signal, events)
  return { result, onRetry }
}

it.each([
  ['a first loss', { lost: true, before: false }, 'smaller'],
  ['a second loss', { lost: true, before: true }, 'wasm'],
  ['wrong answers, or none', { lost: false, before: false }, 'wasm'],
  ['wrong answers of the second device', { lost: false, before: true }, 'wasm'],
])('what follows on a GPU after %s', (_, gpu, next) => {
  expect(afterFailure(gpu)).toBe(next)
})

describe('EngineClient.run', () => {
  it('retries without the GPU after it failed, with a warning', async () => {
    const lost = new DarkroomError('DEVICE_LOST', 'The GPU failed: gone')
    const { pool, engine } = poolOf(
      () => Promise.reject(lost),
      async () => outcome,
    )
    const { result, onRetry } = start(pool)
    expect(await result).toBe(outcome)
    expect(engine.run).toHaveBeenCalledTimes(2)
    expect(pool.giveUpGpu.mock.calls).toEqual([[true]])
    expect(onRetry).toHaveBeenCalledWith(lost)
  })

  it('asks for another GPU after the first one was lost, and for none after a second loss', async () => {
    const lose = () => Promise.reject(new DarkroomError('DEVICE_LOST', 'The GPU failed: gone'))
    const paces = { 'span-x2': 0.1 }
    const { pool, engine, lease } = poolOf(lose, lose, async () => ({ ...outcome, paces }))
    engine.isGpuLost.mockResolvedValue(true)
    pool.askForGpuAgain.mockImplementation(() => Object.assign(lease, { afterLoss: true }))
    pool.giveUpGpu.mockImplementation(() => expect(engine.run).toHaveBeenCalledTimes(2))
    expect(await start(pool).result).toMatchObject(outcome)
    expect(pool.askForGpuAgain).toHaveBeenCalledTimes(1)
    expect(lease.terminateWhenIdle).toHaveBeenCalledTimes(1)
    expect(pool.giveUpGpu).toHaveBeenCalledTimes(1)
    expect(pool.notePaces).toHaveBeenCalledWith(paces)
  })

  it('hands on what was finished before the GPU was lost', async () => {
    const lost = new DarkroomError('DEVICE_LOST', 'The GPU failed: gone')
    const { pool, engine } = poolOf(
      () => Promise.reject(lost),
      async () => outcome,
    )
    const finished = [{ key: 'denoised', value: 'pixels', ms: 900 }]
    engine.finished.mockResolvedValue(finished)
    expect(await start(pool).result).toBe(outcome)
    const settings = engine.run.mock.calls.map(([, , , settings]) => settings)
    expect(settings).toEqual([{}, { finished }])
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('runs without the GPU what may end the page: %s', async (needsCare, times) => {
    const { pool } = poolOf(async () => {
      expect(pool.giveUpGpu).toHaveBeenCalledTimes(times)
      return outcome
    })
    const place = { priority: 'user-visible', needsCare, order: 1, index: 0 } as const
    expect(await start(pool, defaultLimits, place).result).toBe(outcome)
  })

  it('gives the GPU up for the page at a second network that fails there, in whichever worker', async () => {
    const failing = (gpuFailed: string) => async () => ({ ...outcome, observed: { gpuFailed } })
    const { pool } = poolOf(failing('x2'), failing('x2'), failing('matte'))
    const client = new EngineClient(pool as unknown as WorkerPool, defaultLimits)
    const events = { onStart: () => {}, onProgress: () => {}, onRetry: () => {} }
    for (const times of [0, 0, 1]) {
      await client.run(inputs, plan, new AbortController().signal, events)
      expect(pool.giveUpGpu).toHaveBeenCalledTimes(times)
    }
  })

  it('does not run again for any other error', async () => {
    const { pool, engine } = poolOf(() => Promise.reject(new DarkroomError('MODEL', 'no')))
    await expect(start(pool).result).rejects.toMatchObject({ code: 'MODEL' })
    expect(engine.run).toHaveBeenCalledTimes(1)
  })

  it('ends a worker that ran out of memory, as its memory stays taken', async () => {
    const full = new DarkroomError('OUT_OF_MEMORY', 'no')
    const { pool, lease } = poolOf(() => Promise.reject(full))
    await expect(start(pool).result).rejects.toBe(full)
    expect(lease.terminateWhenIdle).toHaveBeenCalledTimes(1)
  })

  it('ends a worker whose decoder hangs', async () => {
    const { pool } = poolOf(() => new Promise(() => {}))
    const { result } = start(pool, { ...defaultLimits, decodeSeconds: 0.05 })
    await expect(result).rejects.toMatchObject({ code: 'TIMEOUT', path: 'url' })
  })
})
