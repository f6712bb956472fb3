import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { signalProcesses } from './kill.ts'

declare const window: { darkroom: Darkroom; decoding(): Promise<void> }

const LIMIT_S = 3

let opened: Awaited<ReturnType<typeof openPage>>
beforeEach(async () => {
  opened = await openPage({
    darkroom: { provider: 'wasm', limits: { decodeSeconds: LIMIT_S } },
  })
})
afterEach(() => opened.close())

it('a page that sleeps while an image is decoded goes on when it wakes', async () => {
  const { page, browser } = opened
  let slept = false
  await page.exposeFunction('decoding', async () => {
    await signalProcesses(browser, 'renderer', 'SIGSTOP')
    slept = true
    await new Promise((resolve) => setTimeout(resolve, (LIMIT_S + 2) * 1000))
    await signalProcesses(browser, 'renderer', 'SIGCONT')
  })
  const status = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const image = new ImageData(4000, 3000)
    for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : (i * i) % 251
    canvas.getContext('2d')?.putImageData(image, 0, 0)
    const url = await canvas.convertToBlob()
    let told = false
    const onProgress = ({ operation }: { operation: string }) => {
      if (operation === 'decode' && !told) void window.decoding()
      told = true
    }
    const done = window.darkroom.run({ url, width: 40 }, { onProgress })
    return done.then(
      ({ status }) => status,
      ({ code }) => code,
    )
  })
  expect(slept).toBe(true)
  expect(status).toBe('complete')
})
