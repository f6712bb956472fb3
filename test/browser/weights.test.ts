import { expect, inject, it } from 'vitest'
import { loadWeights, type WeightStore } from '../../workers/inference/weights.ts'

const nothingStored: WeightStore = { get: async () => undefined, set: async () => undefined }

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
