import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { MemoryStore } from '../../src/jobs/job-store.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { directoryStorage } from '../../src/storages/directory.ts'
import { environmentOf, SmallStore, TestClock } from './environment.ts'
import { gradient, lined } from './pictures.ts'

const LONG_AGO = 61_000
const slow = `${inject('imageServer')}/slow/a.png`
const picture = await png(gradient(40, 30))
const request = { url: picture, output_format: 'png' as const }

const keep = { persist: true }

const made: Darkroom[] = []
function open(environment = environmentOf(), options: DarkroomOptions = {}) {
  const darkroom = new LazyDarkroom({ provider: 'wasm', ...options }, environment)
  made.push(darkroom)
  return darkroom
}
afterEach(() => {
  for (const darkroom of made.splice(0)) darkroom.dispose()
})

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'well',
    (error) => error.code,
  )

describe('quota', () => {
  it('the oldest results are deleted first, never one that has just finished', async () => {
    const clock = new TestClock()
    const darkroom = open(environmentOf({ clock }), { quota: { bytes: 1 } })
    const [first, second] = [await darkroom.run(request, keep), await darkroom.run(request, keep)]
    expect(await code(darkroom.result(first.job))).toBe('well')
    clock.time += LONG_AGO
    const third = await darkroom.run(request, keep)
    // Deleted once the third is reported as complete.
    await expect.poll(() => code(darkroom.result(second.job))).toBe('DELETED')
    expect(await code(darkroom.result(first.job))).toBe('DELETED')
    expect(await code(fetch(first.result_url as string))).not.toBe('well')
    expect(await code(darkroom.result(third.job))).toBe('well')
  })

  it('a full disk: the oldest results are deleted', async () => {
    const clock = new TestClock()
    const size = (await open().run(request, keep)).details?.bytes ?? 0
    const store = new SmallStore(2 * (size + picture.size) + 10)
    const darkroom = open(environmentOf({ clock, store }))
    const jobs: string[] = []
    for (let i = 0; i < 4; i++) {
      const { job, warnings } = await darkroom.run(request, keep)
      expect(warnings).toEqual([])
      jobs.push(job)
      clock.time += LONG_AGO
    }
    expect(await code(darkroom.file(jobs[3] as string))).toBe('well')
    expect(await code(darkroom.file(jobs[0] as string))).toBe('DELETED')
  })

  it('a disk that stores nothing: the job completes with a warning that it is not kept', async () => {
    const store = new SmallStore(0)
    const darkroom = open(environmentOf({ store }))
    const { job, warnings, result_url } = await darkroom.run(request, keep)
    expect(warnings).toMatchObject([{ code: 'NOT_KEPT', message: expect.stringMatching(/full/) }])
    expect((await (await fetch(result_url as string)).blob()).size).toBeGreaterThan(0)
    expect(await darkroom.result(job)).toMatchObject({ status: 'complete', result_url })
    await darkroom.deleteResult(job)
    expect(await code(darkroom.result(job))).toBe('DELETED')
    expect(await store.fileOwners()).toEqual([])
  })

  it('a browser that forbids databases: the same', async () => {
    const forbidden = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('no databases here', 'SecurityError')
    })
    const darkroom = open({
      ...environmentOf(),
      store: browserEnvironment({ database: 'forbidden' }).store,
    })
    const { job, warnings, result_url } = await darkroom.run(request, keep)
    expect(warnings).toMatchObject([
      { code: 'NOT_KEPT', message: expect.stringMatching(/no databases/) },
    ])
    expect((await (await fetch(result_url as string)).blob()).size).toBeGreaterThan(0)
    expect(await darkroom.deleteResult(job)).toMatchObject({ job })
    forbidden.mockRestore()
  })

  it('a browser that forbids to ask for databases: jobs are in memory', () => {
    const asked = vi.spyOn(globalThis, 'indexedDB', 'get').mockImplementation(() => {
      throw new DOMException('no databases here', 'SecurityError')
    })
    const { store } = browserEnvironment({})
    asked.mockRestore()
    expect(store).toBeInstanceOf(MemoryStore)
  })

  it('a browser that stores no files and does not say why: the same', async () => {
    const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      const request = this.count()
      this.transaction.abort()
      return request as unknown as IDBRequest<IDBValidKey>
    })
    const { store } = browserEnvironment({ database: 'unexplained' })
    const { warnings } = await open({ ...environmentOf(), store }).run(request, keep)
    refused.mockRestore()
    expect(warnings).toMatchObject([
      { code: 'NOT_KEPT', message: expect.stringMatching(/private window/) },
    ])
  })

  it('a result that is not kept: no other page repeats the job while this page is open', async () => {
    const environment = environmentOf({ store: new SmallStore(picture.size) })
    const darkroom = open(environment)
    const other = open(environment)
    const begun: string[] = []
    other.on('status', ({ job, status }) => status === 'in_progress' && begun.push(job))
    const { job, warnings } = await darkroom.run(request, keep)
    expect(warnings).toMatchObject([{ code: 'NOT_KEPT' }])
    expect((await other.result(job)).status).not.toBe('complete')
    expect(begun).toEqual([])
    const again = other.wait(job)
    darkroom.dispose()
    expect((await again).status).toBe('complete')
    expect(begun).toEqual([job])
  })
})

/** A store that notes what is written to it. */
class NotingStore extends MemoryStore {
  readonly writes: string[] = []

  override add(...args: Parameters<MemoryStore['add']>) {
    this.writes.push(...args[0].map(({ status }) => status))
    return super.add(...args)
  }

  override update(...args: Parameters<MemoryStore['update']>) {
    this.writes.push(`${args[0].status}, attempts: ${args[0].attempts}`)
    return super.update(...args)
  }

  override putFile(...args: Parameters<MemoryStore['putFile']>) {
    this.writes.push(args[1])
    return super.putFile(...args)
  }
}

describe('one store', () => {
  it('a job that ends within a moment is written when it comes, begins and ends', async () => {
    const store = new NotingStore()
    const darkroom = open(environmentOf({ store }))
    // However slow the machine is.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await darkroom.run(request, keep).finally(() => vi.useRealTimers())
    expect(store.writes).toEqual([
      'request',
      'received',
      'not_started, attempts: 1',
      'result',
      'complete, attempts: 0',
    ])
  })

  it('the next Darkroom continues the jobs in order of arrival', async () => {
    const environment = environmentOf()
    const first = open(environment)
    const jobs: string[] = []
    for (let i = 0; i < 6; i++) jobs.push((await first.process(request)).job)
    first.dispose()
    const second = open(environment)
    const completed: string[] = []
    second.on('complete', ({ job }) => completed.push(job))
    await Promise.all(jobs.map((job) => second.wait(job)))
    expect(completed).toEqual(jobs)
  })

  it('two Darkrooms share it, and no job runs twice', async () => {
    const environment = environmentOf()
    const pair = [open(environment), open(environment)]
    const begun: string[] = []
    for (const each of pair) {
      each.on('status', ({ job, status }) => status === 'in_progress' && begun.push(job))
    }
    const [one, two] = pair as [LazyDarkroom, LazyDarkroom]
    const jobs = await Promise.all(
      [one, two, one, two, one].map(async (each) => (await each.process(request)).job),
    )
    await Promise.all(jobs.flatMap((job) => [one.wait(job), two.wait(job)]))
    expect(begun.sort()).toEqual(jobs.sort())
    await one.deleteResult(jobs[0] as string)
    expect(await code(two.result(jobs[0] as string))).toBe('DELETED')
  })

  it('a job deleted while it runs leaves only its id', async () => {
    const store = new MemoryStore()
    const darkroom = open(environmentOf({ store }))
    const big = darkroom.process({ url: lined(300, 300), width: '200%' })
    const { job } = await big
    const end = code(darkroom.wait(job))
    await new Promise((resolve) => darkroom.addEventListener('progress', resolve, { once: true }))
    await darkroom.deleteResult(job)
    expect(await end).toBe('DELETED')
    expect((await darkroom.run(request)).status).toBe('complete')
    expect(await store.get([job])).toEqual([{ id: job, deleted: expect.any(Number) }])
    expect(await store.fileOwners()).not.toContain(job)
    expect(await code(darkroom.deleteResult(job))).toBe('DELETED')
  })

  it('a result whose job is deleted while it is stored is not left behind', async () => {
    const store = new MemoryStore()
    const put = store.putFile.bind(store)
    let isPut = false
    let letThrough = () => {}
    const opened = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    vi.spyOn(store, 'putFile').mockImplementation(async (...args) => {
      if (args[1] === 'result') await opened
      await put(...args)
      isPut ||= args[1] === 'result'
    })
    const darkroom = open(environmentOf({ store }))
    const { job } = await darkroom.process(request)
    const end = code(darkroom.wait(job))
    // What waits for a moment is written by now: nothing else will look at the store.
    await expect.poll(() => store.get([job])).toMatchObject([{ attempts: 0 }])
    await darkroom.deleteResult(job)
    letThrough()
    expect(await end).toBe('DELETED')
    await expect.poll(() => isPut).toBe(true)
    await expect.poll(() => store.fileOwners()).toEqual([])
  })

  it('run stores nothing, and its job ends with its page', async () => {
    const environment = environmentOf()
    const { store } = environment
    const first = open(environment)
    const { job, result_url, warnings } = await first.run(request)
    expect(warnings).toEqual([])
    expect((await first.file(job)).blob.size).toBeGreaterThan(0)
    expect((await first.jobs()).map((one) => one.job)).toEqual([job])
    const unfinished = code(first.run({ url: slow }))
    await expect.poll(async () => (await first.jobs()).length).toBe(2)
    first.dispose()
    expect(await unfinished).toBe('ABORTED')
    expect(await code(fetch(result_url as string))).not.toBe('well')
    expect([await store.list(), await store.fileOwners()]).toEqual([[], []])
    expect(await open(environment).jobs()).toEqual([])
  })

  it('run with `persist` is resumed by the next Darkroom, unless it was aborted', async () => {
    const environment = environmentOf()
    const first = open(environment)
    const controller = new AbortController()
    const aborted = code(first.run({ url: slow }, { ...keep, signal: controller.signal }))
    const unfinished = code(first.run({ url: picture, width: '400%' }, keep))
    await expect.poll(async () => (await environment.store.list()).length).toBe(2)
    controller.abort()
    expect(await aborted).toBe('ABORTED')
    first.dispose()
    expect(await unfinished).toBe('ABORTED')
    const second = open(environment)
    const all = await second.jobs()
    expect(all.filter(({ status }) => status === 'failed')).toHaveLength(1)
    const { job } = all.find(({ status }) => status !== 'failed') ?? {}
    expect((await second.wait(job as string)).status).toBe('complete')
  })

  it('a job whose site data were cleared while it runs ends, and is listed no more', async () => {
    const store = new MemoryStore()
    const darkroom = open(environmentOf({ store }))
    const { job } = await darkroom.process({ url: lined(80, 60), width: '200%' })
    const end = code(darkroom.wait(job))
    await new Promise((resolve) => darkroom.addEventListener('progress', resolve, { once: true }))
    await store.drop([job])
    expect(await end).toBe('DELETED')
    await expect.poll(() => darkroom.jobs()).toEqual([])
  })

  it('the limit counts requests, not images', async () => {
    const darkroom = open(environmentOf(), { queue: { limit: 2 } })
    const { job } = await darkroom.process({ urls: [slow, slow, slow] })
    await darkroom.process({ url: slow })
    expect(await code(darkroom.process(request))).toBe('TOO_MANY_REQUESTS')
    await darkroom.deleteResult(job)
    expect(await code(darkroom.process(request))).toBe('well')
  })

  it('a record whose request was lost fails with a code', async () => {
    const environment = environmentOf()
    const first = open(environment)
    const { job } = await first.process({ url: slow })
    first.dispose()
    await environment.store.removeFile(job, 'request')
    expect(await code(open(environment).wait(job))).toBe('SOURCE_UNREACHABLE')
  })
})

describe('storages', () => {
  const folder = async () => {
    const root = await navigator.storage.getDirectory()
    return directoryStorage(await root.getDirectoryHandle(crypto.randomUUID(), { create: true }))
  }
  const read = async (storage: Awaited<ReturnType<typeof folder>>, path: string) =>
    (await storage.read(path, new AbortController().signal)).size

  it('a source and a target', async () => {
    const shop = await folder()
    await shop.write('in/photo.png', picture, new AbortController().signal)
    const darkroom = open(environmentOf(), { storages: { shop } })
    const from = { url: 'storage://shop/in/photo.png', target: 'storage://shop/out/', width: 20 }
    const { details, warnings } = await darkroom.run(from)
    expect(warnings).toEqual([])
    expect(details?.target?.path).toBe('storage://shop/out/photo.png')
    expect(await read(shop, 'out/photo.png')).toBe(details?.bytes)
    const again = await darkroom.run(from)
    expect(again.details?.target?.path).toBe('storage://shop/out/photo-2.png')
    const missing = darkroom.run({ url: 'storage://shop/in/none.png' })
    await expect(missing).rejects.toMatchObject({ code: 'STORAGE', path: 'url' })
  })

  it('a target that was written before its page died is not written again', async () => {
    const shop = await folder()
    const store = new MemoryStore()
    let dead = false
    const dying = {
      ...shop,
      write: async (...args: Parameters<typeof shop.write>) => {
        const written = await shop.write(...args)
        dead = true
        return written
      },
    }
    /** The store as the page that dies sees it: nothing is stored any more. */
    const lost = new Proxy(store, {
      get: (target, name: keyof MemoryStore) => {
        if (name === 'update' && dead) return () => new Promise(() => {})
        const value = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const first = open(environmentOf({ store: lost }), { storages: { shop: dying } })
    const { job } = await first.process({ ...request, target: 'storage://shop/out' })
    await expect.poll(() => dead, { timeout: 20_000 }).toBe(true)
    const second = open(environmentOf({ store }), { storages: { shop } })
    const { details } = await second.wait(job)
    expect(details?.target?.path).toBe(`storage://shop/out/${job}.png`)
    const names: string[] = []
    for await (const { path } of shop.list?.('out', new AbortController().signal) ?? []) {
      names.push(path)
    }
    expect(names).toEqual([`out/${job}.png`])
  })

  it('a target that cannot be written: a warning, and the result is there', async () => {
    const full = {
      read: () => Promise.reject(new Error('no')),
      write: () => Promise.reject(new Error('it is full')),
    }
    const record = await open(environmentOf(), { storages: { full } }).run({
      ...request,
      target: 'storage://full/out',
    })
    expect(record).toMatchObject({ status: 'complete', result_url: expect.any(String) })
    expect(record.warnings).toMatchObject([
      { code: 'STORAGE', path: 'target', message: expect.stringContaining('it is full') },
    ])
  })

  it('an unknown storage is refused at once', async () => {
    const refused = open().process({ ...request, target: 'storage://shop/out' })
    await expect(refused).rejects.toMatchObject({ code: 'STORAGE', status: 400, path: 'target' })
  })

  it('a resumed job waits for its storage, then for the permission', async () => {
    const shop = await folder()
    const environment = environmentOf()
    const first = open(environment, { storages: { shop } })
    const { job } = await first.process({ ...request, target: 'storage://shop/out' })
    first.dispose()

    const without = open(environment)
    const waits = (darkroom: Darkroom) => async () =>
      (await darkroom.result(job)).details?.waiting_for
    await expect.poll(waits(without)).toBe('storage')
    expect((await without.result(job)).status).toBe('not_started')
    without.dispose()

    let granted = false
    const guarded = {
      ...shop,
      missing: async () => (granted ? undefined : ('permission' as const)),
    }
    const third = open(environment, { storages: { shop: guarded } })
    await expect.poll(waits(third)).toBe('permission')
    granted = true
    await third.resume()
    const record = await third.wait(job)
    expect(record.details?.waiting_for).toBeUndefined()
    expect(record.details?.target?.path).toBe(`storage://shop/out/${job}.png`)
  })
})

describe('the channel between tabs', () => {
  const database = `channel ${crypto.randomUUID()}`
  const openStored = () => {
    const { store, locks } = browserEnvironment({ database })
    return open(environmentOf({ store, locks }), { database })
  }

  it('messages of a wrong shape are ignored', async () => {
    const darkroom = openStored()
    await darkroom.jobs()
    const errors: string[] = []
    const onError = (event: ErrorEvent) => {
      event.preventDefault()
      errors.push(event.message)
    }
    addEventListener('error', onError)
    const warn = vi.spyOn(console, 'warn')
    const channel = new BroadcastChannel(database)
    const added = { kind: 'added' }
    for (const wrong of [null, 1, 'x', [], {}, added, { ...added, job: {} }, { job: 'x' }]) {
      channel.postMessage(wrong)
    }
    const { status } = await darkroom.processResult(request)
    channel.close()
    removeEventListener('error', onError)
    expect(status).toBe('complete')
    expect(errors).toEqual([])
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('a flood of messages delays no job', async () => {
    const darkroom = openStored()
    const timed = async (flood: () => void) => {
      flood()
      const start = performance.now()
      expect((await darkroom.processResult(request)).status).toBe('complete')
      return performance.now() - start
    }
    await timed(() => {})
    const channel = new BroadcastChannel(database)
    const ms = await timed(() => {
      for (let i = 0; i < 20_000; i++) channel.postMessage({ job: `job ${i}`, kind: 'added' })
    })
    channel.close()
    expect(ms).toBeLessThan(2_000)
  })
})
