import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'webgpu' })

test('without JSPI another runtime computes on WebGPU', async () => {
  const page = await openWithout('delete WebAssembly.Suspending; delete WebAssembly.promising')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  expect(await page.evaluate(run, { width: '200%' } as const)).toMatchObject({
    status: 'complete',
    provider: 'webgpu',
  })
  const parts = requested.flatMap((url) => /asyncify\.\d\.wasm/.exec(url)?.[0] ?? [])
  expect(parts.sort()).toEqual(['asyncify.1.wasm', 'asyncify.2.wasm'])
  expect(requested.some((url) => url.includes('jspi'))).toBe(false)
})
