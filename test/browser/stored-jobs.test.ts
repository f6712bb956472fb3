import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decoded, png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { DarkroomOptions, ProcessingRequest } from '../../src/index.ts'
import type { Environment } from '../../src/jobs/context.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { directoryStorage } from '../../src/storages/directory.ts'
import fixture from '../fixtures/stored-jobs.json'
import { gradient } from './pictures.ts'
import { base64Of, dump, load, type StoredDatabase } from './stored-database.ts'

/**
 * `stored-jobs.json` is the store of a page that was killed, as the build of 25 November 2026 left it, and the ids of its
 * jobs by what had become of them. Made by `VITE_STORE_JOBS=1 npm test -- test/browser/stored-jobs.test.ts -u`; to be
 * made again only beside this one, under another name: what was stored once must be readable.
 */
const { jobs, ...stored } = fixture as unknown as StoredDatabase & { jobs: Record<Fate, string> }

type Fate =
  | 'complete'
  | 'batch'
  | 'failed'
  | 'deleted'
  | 'webhook'
  | 'waiting'
  | 'received'
  | 'inProgress'
  | 'pixels'
  | 'items'
  | 'writing'
  | 'suspended'

const RECEIVER = 'https://receiver.example/done'
const SLOW = 'https://images.example/slow.png'

const made: Darkroom[] = []
function open(database: string, options: DarkroomOptions = {}, parts: Partial<Environment> = {}) {
  const environment = browserEnvironment({ database })
  const darkroom = new LazyDarkroom(
    { provider: 'wasm', database, ...options },
    { ...environment, startWorker: startBundledWorker, ...parts },
  )
  made.push(darkroom)
  return darkroom
}
afterEach(() => {
  for (const darkroom of made.splice(0)) darkroom.dispose()
})

const folder = async () => {
  const root = await navigator.storage.getDirectory()
  return directoryStorage(await root.getDirectoryHandle(crypto.randomUUID(), { create: true }))
}

const file = async (width = 20, height = 15) =>
  new File([await png(gradient(width, height))], 'flat.png', { type: 'image/png' })
const never = () => new Promise<never>(() => {})

if (import.meta.env.VITE_STORE_JOBS) {
  it('makes the store', { timeout: 60_000 }, async () => {
    const database = crypto.randomUUID()
    const shop = await folder()
    const fetching: typeof fetch = async (url) =>
      String(url).startsWith(RECEIVER) ? new Response('', { status: 503 }) : never()
    // It takes up no job of the others.
    const store = { ...browserEnvironment({ database }).store, watch: () => () => {} }
    const darkroom = open(database, { storages: { shop } }, { fetch: fetching, store })
    const source = await file()
    const write = vi.spyOn(shop, 'write')
    const begin = (request: ProcessingRequest) => darkroom.process(request).then(({ job }) => job)
    const end = async (request: ProcessingRequest) => {
      const job = await begin(request)
      await darkroom.wait(job).catch(() => undefined)
      return job
    }
    const ids: Partial<Record<Fate, string>> = {}
    const unknown = { colour: 'red' } as ProcessingRequest
    ids.complete = await end({ url: source, width: '50%', output_format: 'png', ...unknown })
    ids.batch = await end({ urls: [source, new Blob(['no image'])], width: 10 })
    ids.failed = await end({ url: new Blob(['no image']) })
    ids.deleted = await end({ url: source })
    await darkroom.deleteResult(ids.deleted)
    ids.webhook = await end({ url: source, width: '10', webhook_url: RECEIVER })
    write.mockImplementation(never)
    ids.writing = await begin({ url: source, width: 10, target: 'storage://shop/out' })
    await vi.waitFor(() => expect(write).toHaveBeenCalled(), 20_000)
    const other = open(database, { storages: { other: shop } }, { fetch: never })
    ids.waiting = (await other.process({ url: SLOW, width: 10, target: 'storage://other' })).job
    other.dispose()
    const without = open(database, {}, { fetch: never })
    await vi.waitFor(async () =>
      expect((await without.result(ids.waiting as string)).details?.waiting_for).toBe('storage'),
    )
    without.dispose()
    ids.received = await begin({ url: SLOW, width: '10', quality: 90, output_format: 'png' })
    ids.items = await begin({ urls: [source, SLOW], width: 10 })
    ids.pixels = await begin({ url: gradient(30, 20), caption: { url: SLOW } })
    const broken = () => new Worker('/no-such-worker.js', { type: 'module' })
    const lost = open(database, {}, { startWorker: broken })
    ids.suspended = (await lost.process({ url: source, width: 10 })).job
    await lost.wait(ids.suspended).catch(() => undefined)
    lost.dispose()
    const begun = new Promise((resolve) => darkroom.on('progress', resolve))
    ids.inProgress = await begin({ url: await file(40, 30), width: '400%' })
    await begun
    await vi.waitFor(async () =>
      expect(await store.get([ids.inProgress as string])).toMatchObject([
        { status: 'in_progress' },
      ]),
    )
    const all = JSON.stringify({ jobs: ids, ...(await dump(database)) }, null, 1)
    await expect(`${all}\n`).toMatchFileSnapshot('../fixtures/stored-jobs.json')
  })
}

describe('what an earlier build stored', () => {
  let shop: Awaited<ReturnType<typeof folder>>
  let darkroom: Darkroom
  let posted: unknown[]
  beforeEach(() => reopen())

  async function reopen(change = (_key: string, file: unknown) => file) {
    const database = crypto.randomUUID()
    const files = stored.files.map(([key, file]): [string, unknown] => [
      key as string,
      change(key as string, file),
    ])
    await load(database, { ...stored, files })
    posted = []
    shop = await folder()
    const source = await file()
    const answer: typeof fetch = async (url, init) => {
      if (url === RECEIVER) posted.push(JSON.parse(String(init?.body)))
      return new Response(url === SLOW ? source : '')
    }
    darkroom = open(database, { storages: { shop, other: shop } }, { fetch: answer })
  }

  /** What the record holds, and the size of its result. */
  const ended = async (fate: Fate) => {
    const { blob, details, ...record } = await darkroom.wait(jobs[fate])
    const { width, height } = await decoded(blob as Blob)
    return { ...record, details, width, height }
  }
  const read = (path: string) => shop.read(path, new AbortController().signal)
  const storedFile = (key: string) => stored.files.find(([name]) => name === key)?.[1]

  it('results are served as they were', async () => {
    expect(await ended('complete')).toMatchObject({
      status: 'complete',
      file_name: 'flat.png',
      warnings: [{ code: 'UNKNOWN_FIELD', path: 'colour' }],
      details: { width: 10, height: 8 },
      width: 10,
      height: 8,
    })
    const { blob, name } = await darkroom.file(jobs.complete)
    const base64 = await base64Of(blob)
    expect(storedFile(`${jobs.complete}:result`)).toMatchObject({ base64 })
    expect(name).toBe('flat.png')
    const { results } = await darkroom.result(jobs.batch)
    expect(results).toMatchObject([
      { status: 'complete', file_name: 'flat.png' },
      { status: 'failed', url: null, message: expect.any(String) },
    ])
    await expect(darkroom.result(jobs.failed)).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      job: jobs.failed,
    })
    await expect(darkroom.result(jobs.deleted)).rejects.toMatchObject({ code: 'DELETED' })
    const listed = (await darkroom.jobs()).map(({ job }) => job)
    const { deleted, ...others } = jobs
    expect(listed.sort()).toEqual(Object.values(others).sort())
  })

  it('unfinished jobs are resumed', async () => {
    expect(await ended('inProgress')).toMatchObject({ width: 160, height: 120, warnings: [] })
    // Its warnings are those that it had: none is missing, and none is told twice.
    expect(await ended('received')).toMatchObject({
      file_name: 'slow.png',
      warnings: [{ code: 'IGNORED', path: 'quality' }],
      width: 10,
    })
    expect(await ended('pixels')).toMatchObject({ width: 30, height: 20 })
    expect(await ended('suspended')).toMatchObject({ status: 'complete', width: 10 })
    const { results } = await darkroom.wait(jobs.items)
    expect(results).toMatchObject([
      { status: 'complete', file_name: 'flat.png' },
      { status: 'complete', file_name: 'slow.png', original_url: SLOW },
    ])
  })

  it('a request is normalized again, as it may lack what this build adds to it', async () => {
    const written = stored.records.find(([id]) => id === jobs.received)?.[1] as { data: object }
    const invalid = { ...written.data, width: -1 }
    await reopen((key, request) => {
      if (key === `${jobs.received}:request`) return written.data
      return key === `${jobs.waiting}:request` ? invalid : request
    })
    const { warnings, details } = await darkroom.wait(jobs.received)
    expect(warnings).toMatchObject([{ code: 'IGNORED', path: 'quality' }])
    expect(details).toMatchObject({ width: 10 })
    await expect(darkroom.wait(jobs.waiting)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      path: 'width',
    })
  })

  it('what was computed is written, and what waited for a storage goes on', async () => {
    const { details } = await ended('writing')
    expect(details?.target?.path).toBe('storage://shop/out/flat.png')
    expect((await read('out/flat.png')).size).toBe(details?.bytes)
    const waited = await ended('waiting')
    expect(waited).toMatchObject({
      width: 10,
      details: { target: { path: 'storage://other/slow.png' } },
    })
    expect(waited.details).not.toHaveProperty('waiting_for')
  })

  it('a receiver that was not reached is told what the caller wrote', async () => {
    await vi.waitFor(async () => {
      const { details } = await darkroom.result(jobs.webhook)
      expect(details?.webhook).toMatchObject([{ url: RECEIVER, outcome: 'sent' }])
    }, 20_000)
    const data = { url: null, width: '10', webhook_url: RECEIVER }
    expect(posted).toEqual([
      { job: jobs.webhook, data, result_url: null, results: null, result_local: true },
    ])
  })
})

const JUNK: unknown[] = [
  null,
  7,
  'x',
  {},
  [null],
  -1e300,
  Number.NaN,
  { toString: 1, valueOf: 1 },
  new Blob([]),
]

/** Copies of a record with junk in place of one of its values, however deep. */
function* damaged(value: unknown): Generator<unknown> {
  yield* JUNK
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const junk of damaged(inner)) {
      const copy = structuredClone(value) as Record<string, unknown>
      copy[key] = junk
      yield copy
    }
  }
}

/** Records of which one value is junk, under ids of their own. A part of all, another one for each kind of junk. */
const badRecords = stored.records
  .flatMap(([, entry]) => [...damaged(entry)])
  .filter((_, i) => i % 7 === 0)
  .map((entry): [IDBValidKey, unknown] => {
    const id = crypto.randomUUID()
    const isRecord = Object.prototype.toString.call(entry) === '[object Object]'
    const whole = isRecord && typeof (entry as { id?: unknown }).id === 'string'
    return [id, whole ? { ...(entry as object), id } : entry]
  })

it('what is damaged, or lies under a key that is none of ours, stops no other job', async () => {
  const database = crypto.randomUUID()
  const [, good] = stored.records.find(([id]) => id === jobs.complete) ?? []
  const records: StoredDatabase['records'] = [[5, good], [[1, 'a'], null], ...badRecords]
  const files: StoredDatabase['files'] = [
    [5, 'x'],
    [6, new Blob([])],
    [`${badRecords[0]?.[0]}:result`, 'no file'],
  ]
  await load(database, {
    records: [...stored.records, ...records],
    files: [...stored.files, ...files],
  })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const source = await file()
  const darkroom = open(database, {}, { fetch: async () => new Response(source) })
  await darkroom.resume()
  const all = await darkroom.jobs()
  expect(new Set(all.map(({ job }) => job)).size).toBe(all.length)
  for (const fate of ['complete', 'received', 'inProgress'] as const)
    expect(await darkroom.wait(jobs[fate])).toMatchObject({ status: 'complete' })
  expect((await darkroom.run({ url: source, width: 10 }, { persist: true })).warnings).toEqual([])
  for (const { job } of await darkroom.jobs()) {
    const error = await darkroom.result(job).catch((thrown) => thrown)
    if (error instanceof Error) expect(error).toHaveProperty('code')
    await darkroom.deleteResult(job)
  }
  expect(await darkroom.jobs()).toEqual([])
  const told = warn.mock.calls.map(([text]) => text as string)
  warn.mockRestore()
  expect(told.filter((text) => text.includes('could not be resumed'))).toEqual([])
  expect(told).toContain('Darkroom: the stored job 5 cannot be read')
  const left = (await dump(database)).records.map(([key]) => key)
  expect(left).toContain(5)
})
