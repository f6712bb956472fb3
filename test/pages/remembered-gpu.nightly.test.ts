import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { openWithout, run, usePage } from './missing-apis.ts'

declare const window: { darkroom: Darkroom }

usePage({ provider: 'auto' })

/** A GPU that says it is hardware; `script` changes what it does. */
const gpuThat = (script: string) => `if (self.GPUBuffer) {
  Object.defineProperty(GPUAdapter.prototype, 'info', { value: { vendor: 'made up' } })
  const { mapAsync, getMappedRange } = GPUBuffer.prototype
  Object.assign(GPUBuffer.prototype, ${script})
}`

const request = { width: '200%' } as const
const aGpuWasFound = { status: 'complete', provider: 'wasm', why: 'a GPU was found' }

const infoOf = (page: Page) => page.evaluate(() => window.darkroom.info())
const found = expect.stringMatching(/^20.*Z$/)

async function reload(page: Page) {
  await page.reload()
  await page.waitForFunction(() => window.darkroom)
}

test('WASM takes over where it is faster than the GPU, and is chosen at once after a reload', async () => {
  const page = await openWithout(
    gpuThat(`{ async mapAsync(...args) {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      return mapAsync.apply(this, args)
    } }`),
  )
  expect(await page.evaluate(run, request)).toMatchObject(aGpuWasFound)
  const verdicts = [{ model: 'span-x2', verdict: 'slow', found }]
  expect(await infoOf(page)).toMatchObject({ provider: 'webgpu', verdicts })
  await reload(page)
  const why = 'WebAssembly was faster than the GPU in the last 14 days'
  expect(await page.evaluate(run, request)).toMatchObject({ provider: 'wasm', why })
  expect(await infoOf(page)).toMatchObject({ verdicts })
})

test('a network that the GPU computed wrongly is not tried there again after a reload', async () => {
  const page = await openWithout(
    gpuThat(`{ getMappedRange(...args) {
      const range = getMappedRange.apply(this, args)
      if (this.usage & GPUBufferUsage.MAP_READ) new Uint8Array(range).fill(0)
      return range
    } }`),
  )
  const failed: string[] = []
  page.on('console', (message) => failed.push(message.text()))
  const warned = () => failed.filter((text) => text.includes('span-x2 fails on the GPU')).length
  const verdicts = [{ model: 'span-x2', verdict: 'wrong', found }]
  expect(await page.evaluate(run, request)).toMatchObject(aGpuWasFound)
  expect([await infoOf(page), warned()]).toMatchObject([{ verdicts }, 1])
  await reload(page)
  expect(await page.evaluate(run, request)).toMatchObject(aGpuWasFound)
  expect([await infoOf(page), warned()]).toMatchObject([{ verdicts }, 1])
})
