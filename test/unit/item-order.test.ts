import * as Comlink from 'comlink'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Semaphore } from '../../src/async/semaphore.ts'
import { createJob } from '../../src/jobs/create-job.ts'
import type { Job } from '../../src/jobs/job.ts'
import { slotOrder } from '../../src/jobs/run-job.ts'
import { Jobs } from '../../src/jobs.ts'
import { normalize } from '../../src/request/normalize.ts'
import { build } from '../../src/shared/build.ts'
import type { ImageInputs } from '../../src/shared/image-source.ts'

beforeEach(() => {
  vi.stubGlobal('Worker', class {})
  vi.stubGlobal('location', { href: 'https://shop.example/' })
})
afterEach(() => vi.unstubAllGlobals())

/** A promise and what resolves it. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A worker without pixels, which tells which images it runs, and waits with the first. */
function fakeEngine(runs: string[], first: Promise<void>) {
  const demand = vi.fn(async () => ({ light: false, bytes: { small: 0, usual: 0, large: 0 } }))
  const engine = {
    configure: () => build,
    metadata: async () => ({ info: { format: 'png', width: 10, height: 10 } }),
    demand,
    async run(_: number, { source }: ImageInputs) {
      runs.push(await (source.image as Blob).text())
      await first
      return { blob: new Blob(['made']), details: { provider: 'wasm', steps: [] } }
    },
  }
  const startWorker = () => {
    const { port1, port2 } = new MessageChannel()
    Comlink.expose(engine, port1 as Comlink.Endpoint)
    port2.start()
    return Object.assign(port2, { terminate: () => port1.close() }) as unknown as Worker
  }
  return { demand, startWorker }
}

it('an item whose source was slow runs before the later ones', async () => {
  const [slow, busy] = [gate(), gate()]
  const runs: string[] = []
  const { demand, startWorker } = fakeEngine(runs, busy.opened)
  const fetch = async (url: RequestInfo | URL) => {
    const name = new URL(String(url)).pathname.slice(1)
    if (name === '0') await slow.opened
    return new Response(name)
  }
  const jobs = new Jobs({ persist: false }, { fetch, startWorker }, () => {})
  const urls = ['0', '1', '2', '3'].map((name) => `https://pictures.example/${name}`)
  const done = jobs.run({ urls, width: 5 })
  await vi.waitFor(() => expect([runs, demand.mock.calls.length]).toEqual([['1'], 3]))
  slow.open()
  await vi.waitFor(() => expect(demand).toHaveBeenCalledTimes(4))
  await new Promise((resolve) => setTimeout(resolve, 20))
  busy.open()
  await done
  expect(runs).toEqual(['1', '0', '2', '3'])
  jobs.dispose()
})

it('an item that gives up its slot has it back before the later ones', async () => {
  const urls = Array.from({ length: 300 }, (_, i) => `https://pictures.example/${i}`)
  const { items } = createJob(normalize({ urls, width: 5 }), Date.now())
  const slots = new Semaphore(1)
  const ended: number[] = []
  const signal = new AbortController().signal
  const run = (index: number) =>
    slots.run(slotOrder(items[index] as Job), signal, async (releaseWhile) => {
      if (index % 100 === 0) await releaseWhile(async () => {})
      await new Promise((resolve) => setTimeout(resolve))
      ended.push(index)
    })
  await Promise.all([0, 1, 2, 100, 101, 122, 200, 201, 299].map(run))
  expect(ended).toEqual([1, 0, 2, 101, 100, 122, 201, 200, 299])
})
