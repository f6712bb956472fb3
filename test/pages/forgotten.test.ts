import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { createDarkroom, Darkroom } from '../../src/index.ts'

const ENTRY = fileURLToPath(new URL('../../src/index.ts', import.meta.url))

declare const window: {
  createDarkroom: typeof createDarkroom
  own?: Darkroom | undefined
  shown?: string | undefined
}

let opened: Awaited<ReturnType<typeof openPage>>
let page: Page
beforeEach(async () => {
  if (opened) await opened.reload()
  else opened = await openPage()
  page = opened.page
  // That of the page itself is held by Playwright, which waited for it. Code as text: Vitest rewrites `import()`.
  await page.evaluate(`(async () => {
    const { createDarkroom } = await import(${JSON.stringify(`/@fs${ENTRY}`)})
    Object.assign(window, { createDarkroom, own: createDarkroom({ provider: 'wasm' }) })
  })()`)
})
afterAll(() => opened.close())

/** Runs in the page, with a function of the caller's that refers to the Darkroom. */
const run = async () => {
  const { own } = window
  const onProgress = () => void own?.jobs()
  const job = await own?.run({ url: new ImageData(24, 16) }, { onProgress })
  window.shown = job?.result_url
}

const forget = () => {
  window.own = undefined
}

async function workersLeft() {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  return page.workers().length
}

test('a Darkroom that nothing refers to ends its worker, and its results stay', async () => {
  await page.evaluate(run)
  expect(await workersLeft()).toBe(1)
  await page.evaluate(forget)
  await expect.poll(workersLeft, { timeout: 30_000 }).toBe(0)
  expect(await page.evaluate(async () => (await fetch(window.shown ?? '')).ok)).toBe(true)
})

test('one whose events are listened to stays', async () => {
  await page.evaluate(() => void window.own?.on('failed', () => {}))
  await page.evaluate(run)
  await page.evaluate(forget)
  for (let i = 0; i < 5; i++) await workersLeft()
  await page.waitForTimeout(500)
  expect(await workersLeft()).toBe(1)
})

test('one whose events are listened to no more ends its worker', async () => {
  await page.evaluate(() => {
    const { own } = window
    const signals = new AbortController()
    const listener = () => {}
    own?.on('failed', listener)()
    own?.addEventListener('status', listener, { signal: signals.signal })
    own?.addEventListener('status', listener, true)
    own?.addEventListener('complete', listener, { once: true })
    own?.removeEventListener('status', listener, true)
    signals.abort()
  })
  await page.evaluate(run)
  await page.evaluate(forget)
  await expect.poll(workersLeft, { timeout: 30_000 }).toBe(0)
})

test('one that nothing refers to takes up no job of another', async () => {
  await page.evaluate(() => {
    window.own = window.createDarkroom({ provider: 'wasm', database: 'shared' })
  })
  await page.evaluate(run)
  await page.evaluate(forget)
  await expect.poll(workersLeft, { timeout: 30_000 }).toBe(0)
  await page.evaluate(async () => {
    const other = window.createDarkroom({ provider: 'wasm', database: 'shared' })
    const begun = new Promise((resolve) => other.on('progress', resolve))
    await other.process({ url: new ImageData(800, 600), width: '400%' })
    await begun
    other.dispose()
  })
  await expect.poll(() => page.workers().length).toBe(0)
  await page.evaluate(() => void dispatchEvent(new Event('online')))
  await page.waitForTimeout(1000)
  expect(page.workers()).toHaveLength(0)
})
