import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { run } from './missing-apis.ts'

declare const window: { darkroom: Darkroom }

let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  opened = await openPage({ cors: true })
})
afterAll(() => opened.close())

async function sandboxedFrame(): Promise<Frame> {
  const { page } = opened
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.src = location.href
    document.body.append(frame)
  })
  return page.mainFrame().childFrames()[0] as Frame
}

/** A page on the disk whose script comes from a server. */
async function file(): Promise<Frame> {
  const { origin, href } = new URL(opened.page.url())
  const served = await (await fetch(href)).text()
  const html = served
    .replaceAll(" '/@fs", ` '${origin}/@fs`)
    .replace('createDarkroom({})', `createDarkroom({ assetsUrl: '${origin}/built-worker/' })`)
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-opaque-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'page.html')
  await writeFile(path, html)
  const page = await opened.page.context().newPage()
  await page.goto(`file://${path}`)
  return page.mainFrame()
}

test.each([
  ['sandboxed frame', sandboxedFrame],
  ['file', file],
])('a %s works, and is told why it keeps nothing', async (_, open) => {
  const frame = await open()
  await frame.waitForFunction(() => window.darkroom)
  expect(await frame.evaluate(() => self.origin)).toBe('null')
  const done = await frame.evaluate(run, { width: '200%' } as const)
  expect(done).toMatchObject({ status: 'complete', size: [64, 48] })
  expect(await frame.evaluate(() => window.darkroom.info())).toMatchObject({
    cached: [],
    notCached: expect.stringContaining('denied'),
    offline: [],
  })
})
