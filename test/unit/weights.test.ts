import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WeightStore } from '../../workers/inference/weight-store.ts'
import { loadWeights } from '../../workers/inference/weights.ts'

const bytes = new Uint8Array(5000).map((_, i) => i & 255)
const model = {
  url: 'https://models.example/model.onnx',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
}

const fetching = (body: Uint8Array<ArrayBuffer>, status = 200) =>
  vi.fn(async () => new Response(body, { status }))

function memory(): WeightStore {
  const kept = new Map<string, Blob>()
  return {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
    markUsed: async () => {},
    deleteUnused: async () => {},
  }
}

describe('weights', () => {
  it('are fetched with progress, verified, kept, and not fetched again', async () => {
    const store = memory()
    const fetcher = fetching(bytes)
    const seen: number[] = []
    const first = await loadWeights(
      model,
      ({ loaded, total }) => seen.push(loaded / total),
      store,
      fetcher,
    )
    expect(first).toEqual(bytes)
    expect(seen.at(-1)).toBe(1)
    expect(await loadWeights(model, () => {}, store, fetcher)).toEqual(bytes)
    expect(fetcher).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['that differ', bytes.map((byte) => byte ^ 1), 200, 'MODEL', /SHA-256/],
    ['cut off', bytes.subarray(0, 100), 200, 'MODEL', /SHA-256/],
    ['that are too long', new Uint8Array(6000), 200, 'MODEL', /SHA-256/],
    ['that are not there', bytes, 404, 'NETWORK', /HTTP 404/],
  ] as const)('%s are an error and are not kept', async (_, body, status, code, message) => {
    const store = memory()
    const failing = loadWeights(model, () => {}, store, fetching(new Uint8Array(body), status))
    await expect(failing).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(await store.get(model.sha256)).toBeUndefined()
  })

  it('are verified where the browser offers no hashes', async () => {
    vi.stubGlobal('crypto', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const load = (body: Uint8Array<ArrayBuffer>) =>
      loadWeights(model, () => {}, memory(), fetching(body))
    expect(await load(bytes)).toEqual(bytes)
    await expect(load(bytes.map((byte) => byte ^ 1))).rejects.toMatchObject({ code: 'MODEL' })
  })

  it('spoilt in the store are fetched again', async () => {
    const store = memory()
    await store.set(model.sha256, new Blob(['spoilt']))
    expect(await loadWeights(model, () => {}, store, fetching(bytes))).toEqual(bytes)
  })

  it('arrive where the store fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const full: WeightStore = {
      get: () => Promise.reject(new Error('closed')),
      set: () => Promise.reject(new Error('full')),
      markUsed: () => Promise.reject(new Error('full')),
      deleteUnused: () => Promise.reject(new Error('closed')),
    }
    expect(await loadWeights(model, () => {}, full, fetching(bytes))).toEqual(bytes)
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })
})
