import { expect, it, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { EngineClient } from '../../src/engine/client.ts'
import { WorkerPool } from '../../src/engine/pool.ts'
import { openWorker } from '../../src/engine/start-worker.ts'
import { prepare } from '../../src/execution/prepare.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { normalize } from '../../src/request/normalize.ts'
import { build } from '../../src/shared/build.ts'
import { gradient } from './pictures.ts'

/** Starts a worker that takes its settings and never answers after that, like one whose decoder hangs. */
const hanging = () => {
  const code = `onmessage = ({ data: { id, path } }) => {
    if (path[0] !== 'configure') for (;;);
    postMessage({ id, type: 'RAW', value: '${build}' })
  }`
  return new Worker(URL.createObjectURL(new Blob([code])))
}

it('a task that is aborted while its worker starts never begins', async () => {
  const pool = new WorkerPool(1, { provider: 'wasm' }, startBundledWorker)
  const [stop, begun] = [new AbortController(), vi.fn(async () => {})]
  const task = pool.run(stop.signal, begun)
  stop.abort()
  await expect(task).rejects.toMatchObject({ code: 'ABORTED' })
  expect(begun).not.toHaveBeenCalled()
  pool.terminate()
})

it('a pool that ends when it is idle ends a worker that starts later, after its task', async () => {
  let terminate: ReturnType<typeof vi.spyOn> | undefined
  const pool = new WorkerPool(1, { provider: 'wasm' }, () => {
    const worker = startBundledWorker()
    terminate = vi.spyOn(worker, 'terminate')
    return worker
  })
  pool.terminateWhenIdle()
  const provider = await pool.run(new AbortController().signal, async ({ engine }) => {
    expect(terminate).not.toHaveBeenCalled()
    return (await engine.info()).provider
  })
  expect(provider).toBe('wasm')
  expect(terminate).toHaveBeenCalledOnce()
  pool.terminate()
})

it('a decoder that hangs is ended with its worker, and the pool goes on with another', async () => {
  const ended: boolean[] = []
  const workers = [hanging, startBundledWorker]
  const pool = new WorkerPool(1, { provider: 'wasm' }, () => {
    const worker = (workers.shift() as () => Worker)()
    const end = worker.terminate.bind(worker)
    worker.terminate = () => {
      ended.push(true)
      end()
    }
    return worker
  })
  const { request } = normalize({ url: await png(gradient(8, 4)), width: '100%' })
  const seen = (decodeSeconds: number) => {
    const limits = { ...defaultLimits, decodeSeconds }
    const signal = new AbortController().signal
    const engine = new EngineClient(pool, limits)
    return prepare(
      request,
      { engine, limits, memoryBytes: Number.POSITIVE_INFINITY, fetch, storages: {} },
      signal,
    )
  }
  await expect(seen(0.05)).rejects.toMatchObject({ code: 'TIMEOUT', path: 'url' })
  expect(ended).toEqual([true])
  expect((await seen(defaultLimits.decodeSeconds)).plan.source).toMatchObject({ width: 8 })
  pool.terminate()
})

it("a page that may not start an extension's worker, as for content scripts, names the cure", () => {
  const script = new URL('chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/engine.worker.js')
  const error = expect.objectContaining({
    code: 'NETWORK',
    message: expect.stringContaining('Use an offscreen document'),
  })
  expect(() => openWorker(script, { type: 'module' }, Worker)).toThrow(error)
})
