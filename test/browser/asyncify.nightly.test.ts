import { expect, it } from 'vitest'
import { compare } from './compare-tiled.ts'
import { gradient } from './pictures.ts'
import { tinyNetwork } from './tiny-network.ts'

it('tiles on a GPU equal those on WASM without JSPI, too', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  // Such browsers load another build of onnxruntime-web.
  Reflect.deleteProperty(WebAssembly, 'Suspending')
  const { wasm, webgpu } = await tinyNetwork({ scale: 2, views: 4 })
  const { width, height, data } = gradient(43, 27)
  const image = { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: false }
  const { most, differing } = await compare(image, webgpu, wasm)
  expect(most).toBeLessThanOrEqual(1)
  expect(differing).toBe(0)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(loaded.join()).toMatch(/ort\.webgpu\.bundle/)
})
