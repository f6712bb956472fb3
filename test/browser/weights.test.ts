import { clear, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { models, type Weights } from '../../models/models.ts'
import { png } from '../../scripts/lib/pictures.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { openDatabase } from '../../src/shared/open-database.ts'
import { browserStore, type WeightStore } from '../../workers/inference/weight-store.ts'
import { loadWeights } from '../../workers/inference/weights.ts'
import { gradient } from './pictures.ts'

const nothing = async () => undefined
const nothingStored: WeightStore = {
  get: nothing,
  set: nothing,
  markUsed: nothing,
  deleteUnused: nothing,
}
const DAY_MS = 24 * 60 * 60 * 1000

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

it('wrong weights in the cache of the browser are fetched again', async () => {
  const url = `${inject('imageServer')}/mended/${crypto.randomUUID()}`
  expect(await (await fetch(url)).text()).toBe('wrong')
  expect(await (await fetch(url)).text()).toBe('wrong')
  const model = { url, sha256: await sha256('right'), bytes: 5 }
  const bytes = await loadWeights(model, () => {}, nothingStored)
  expect(new TextDecoder().decode(bytes)).toBe('right')
})

it('weights that the application leaves out are named', async () => {
  const model = { url: 'https://a.example/b.onnx', sha256: '', bytes: 1000 }
  const leftOut = async () => new Response('left out')
  await expect(loadWeights(model, () => {}, nothingStored, leftOut)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: expect.stringContaining(model.url),
  })
})

it('weights that nothing has needed for a month are deleted when others come', async () => {
  const database = openDatabase('darkroom-weights', 'weights')
  await clear(database)
  const daysAgo = async (days: number, key: string) => {
    const then = browserStore(() => Date.now() - days * DAY_MS)
    await then.set(key, new Blob(['weights']))
    await then.markUsed(key)
  }
  await daysAgo(31, 'of an earlier version')
  await daysAgo(29, 'of another page')
  await daysAgo(400, 'still built in')
  const store = browserStore()
  await store.deleteUnused(new Set(['still built in']))
  const kept = async (key: string) => (await store.get(key)) !== undefined
  expect(await kept('of another page')).toBe(true)
  expect(await kept('still built in')).toBe(true)
  expect(await kept('of an earlier version')).toBe(false)
  await clear(database)
})

it('the month of weights that were never marked begins when others come', async () => {
  const database = openDatabase('darkroom-weights', 'weights')
  await clear(database)
  await set('of a version that did not mark them', new Blob(['weights']), database)
  const isKept = async (days: number) => {
    const store = browserStore(() => Date.now() + days * DAY_MS)
    await store.deleteUnused(new Set())
    return (await store.get('of a version that did not mark them')) !== undefined
  }
  expect(await isKept(0)).toBe(true)
  expect(await isKept(29)).toBe(true)
  expect(await isKept(31)).toBe(false)
  await clear(database)
})

describe('a download', () => {
  const database = openDatabase('darkroom-weights', 'weights')
  const store = browserStore()
  const own: Weights = { url: 'https://a.example/own.onnx', sha256: 'own', bytes: 7 }

  beforeEach(async () => {
    await clear(database)
    const twoMonthsAgo = browserStore(() => Date.now() - 60 * DAY_MS)
    for (const key of ['old', 'own', models.nsfw.sha256]) {
      await twoMonthsAgo.set(key, new Blob(['weights']))
      await twoMonthsAgo.markUsed(key)
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    return clear(database)
  })

  async function download(ownModels: () => Promise<Weights[]>) {
    const model = { url: 'https://a.example/b.onnx', sha256: await sha256('new'), bytes: 3 }
    const fetcher = async () => new Response('new')
    await loadWeights(model, () => {}, store, fetcher, ownModels)
    return async () => {
      const keys = ['old', 'own', models.nsfw.sha256, model.sha256]
      return Promise.all(keys.map(async (key) => (await store.get(key)) !== undefined))
    }
  }

  it.each([
    ['those of the application', [own], [false, true, true, true]],
    ['built-in ones', [], [false, false, true, true]],
  ])('deletes old weights, but not %s', async (_, ownModels, kept) => {
    await expect.poll(await download(async () => ownModels)).toEqual(kept)
  })

  it('deletes nothing where the models of the application cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const offline = () => Promise.reject(new TypeError('Failed to fetch'))
    const kept = await download(offline)
    await expect
      .poll(() => warn.mock.calls)
      .toEqual([['Darkroom: weights of earlier versions could not be deleted', expect.any(Error)]])
    expect(await kept()).toEqual([true, true, true, true])
  })
})

/** What deletes a database waits for whoever has it open. */
const deleted = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onblocked = () => reject(new Error(`${name} is held`))
  })

it('a database is let go of where another page deletes it, and opened again', async () => {
  const database = crypto.randomUUID()
  const { store } = browserEnvironment({ database })
  const jobs = [{ id: 'a', order: 1, status: 'received' as const, warnings: [] }]
  const weights = browserStore()
  for (let round = 0; round < 2; round++) {
    await store.add(jobs)
    await store.putFile('a', 'result', new Blob(['result']))
    await weights.set('key', new Blob(['weights']))
    await Promise.all([database, `${database}-files`, 'darkroom-weights'].map(deleted))
    expect(await store.list()).toEqual([])
    expect(await store.fileOwners()).toEqual([])
    expect(await weights.get('key')).toBeUndefined()
  }
})

it('a job goes on while another page deletes the weights', async () => {
  const source = await png(gradient(40, 30))
  const { store, ...environment } = browserEnvironment({ database: crypto.randomUUID() })
  using darkroom = new LazyDarkroom(
    { provider: 'wasm', cache: false },
    { ...environment, startWorker: startBundledWorker },
  )
  const request = { url: source, enhancements: ['denoise' as const] }
  await darkroom.run(request)
  const running = darkroom.run({ ...request, width: '400%' })
  await deleted('darkroom-weights')
  expect(await running).toMatchObject({ status: 'complete' })
  expect((await darkroom.info()).cached).toEqual(expect.any(Array))
})
