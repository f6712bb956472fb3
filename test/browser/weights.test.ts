import { clear, createStore, set } from 'idb-keyval'
import { expect, inject, it } from 'vitest'
import { models } from '../../models/models.ts'
import { browserStore, type WeightStore } from '../../workers/inference/weight-store.ts'
import { loadWeights } from '../../workers/inference/weights.ts'

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
  const database = createStore('darkroom-weights', 'weights')
  await clear(database)
  const daysAgo = async (days: number, key: string) => {
    const then = browserStore(() => Date.now() - days * DAY_MS)
    await then.set(key, new Blob(['weights']))
    await then.markUsed(key)
  }
  await daysAgo(31, 'of an earlier version')
  await daysAgo(29, 'of another page')
  await daysAgo(400, 'still built in')
  await set('of a version that did not mark them', new Blob(['weights']), database)
  const store = browserStore()
  await store.deleteUnused(new Set(['still built in']))
  const kept = async (key: string) => (await store.get(key)) !== undefined
  expect(await kept('of another page')).toBe(true)
  expect(await kept('still built in')).toBe(true)
  expect(await kept('of an earlier version')).toBe(false)
  expect(await kept('of a version that did not mark them')).toBe(false)
  await clear(database)
})

it('a download leaves other built-in weights, and deletes old ones', async () => {
  const database = createStore('darkroom-weights', 'weights')
  await clear(database)
  await set('old', new Blob(['weights']), database)
  await set(models.nsfw.sha256, new Blob(['weights']), database)
  const model = { url: 'https://a.example/b.onnx', sha256: await sha256('new'), bytes: 3 }
  await loadWeights(
    model,
    () => {},
    browserStore(),
    async () => new Response('new'),
  )
  const store = browserStore()
  expect(await store.get('old')).toBeUndefined()
  expect(await store.get(models.nsfw.sha256)).toBeDefined()
  expect(await store.get(model.sha256)).toBeDefined()
  await clear(database)
})
