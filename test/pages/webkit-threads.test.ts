import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'wasm', cache: false })

declare const window: { workers: { started: number; ended: number } }

/** Safari, by the clocks of whose workers everything takes longer with threads. */
const safari = `if (self.document) {
  self.workers = { started: 0, ended: 0 }
  self.Worker = class extends Worker {
    constructor(...args) {
      super(...args)
      workers.started++
    }
    terminate() {
      workers.ended++
      super.terminate()
    }
  }
} else {
  Object.defineProperty(navigator, 'userAgent', { value: 'AppleWebKit/605.1.15 Safari/605.1.15' })
  const now = performance.now.bind(performance)
  let hasThreads = false
  let passed = 0
  performance.now = () => now() + (passed += hasThreads ? 9_000 : 3_000)
  self.Worker = class extends Worker {
    constructor(...args) {
      super(...args)
      hasThreads = true
    }
  }
}`

test('in Safari, where threads are slower than one, the next jobs have one', async ({ skip }) => {
  if (availableParallelism() < 2) skip('needs two processor cores')
  const page = await openWithout(safari)
  // Its network computes whatever the picture shows.
  const request = { safe: true }
  expect(await page.evaluate(run, request)).toMatchObject({ status: 'complete' })
  const workers = () => page.evaluate(() => window.workers)
  const ended = async () => (await workers()).ended
  // The first, and the one with one thread that computed the same tile.
  await expect.poll(ended, { timeout: 60_000 }).toBe(2)
  expect(await page.evaluate(run, request)).toMatchObject({ provider: 'wasm', threads: 1 })
  expect(await workers()).toEqual({ started: 3, ended: 2 })
})
