import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchPersistent } from '../../scripts/chromium.mjs'
import type { Darkroom, ProcessingRequest } from '../../src/index.ts'
import { codeBlocks } from '../unit/docs-code.ts'
import { command, root } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser } from './visit.ts'

declare const window: {
  darkroom: Darkroom
  process(file: File, request: ProcessingRequest, signal?: AbortSignal): Promise<File>
}

const PHOTO = join(root, 'demo/parrots.jpg')
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/** A page that isolates nothing by the older headers. */
const NOT_ISOLATED = {
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Embedder-Policy': 'unsafe-none',
}

useBrowser()
const { install } = usePackage()

let folder: string
beforeAll(async () => {
  folder = await install('hosts', 'app')
  for (const { language, code } of codeBlocks('docs/hosts.md')) {
    const name = language === 'json' ? 'manifest.json' : /^\/\/ ([\w.]+)/.exec(code)?.[1]
    writeFileSync(join(folder, 'app', name ?? ''), code)
  }
  const vite = join(folder, 'node_modules/.bin/vite')
  const app = join(folder, 'app')
  await command(app, vite, 'build', '--config', 'vite.pages.config.js')
  for (const file of ['manifest.json', 'background.js', 'content.js']) {
    cpSync(join(app, file), join(folder, 'pages', file))
  }
  await command(folder, 'node_modules/.bin/darkroom-web', 'assets', '--to', 'pages/darkroom')
  cpSync(PHOTO, join(folder, 'pages/parrots.jpg'))
  writeFileSync(join(folder, 'pages/broken.jpg'), 'no picture')
})

/** A browser of its own, whose profile is deleted. */
async function withProfile(args: string[] = []): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'darkroom-profile-'))
  const context = await launchPersistent(profile, args)
  onTestFinished(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
  return context
}

const enlarge = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(24, 16)
    canvas.getContext('2d')
    const { details } = await window.darkroom.run({ url: canvas, width: '200%' })
    return details?.width
  })

describe('a browser extension', () => {
  test('cuts a picture of a page out, and tells of one that is broken', async () => {
    const extension = join(folder, 'pages')
    const context = await withProfile([
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ])
    const { url } = await serving(extension)
    const page = await context.newPage()
    await page.route('**/pictures.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<img id="good" src="/parrots.jpg"><img id="broken" src="/broken.jpg" width="50" height="50">',
      }),
    )
    await page.goto(`${url}pictures.html`)
    for (const name of ['broken', 'good']) {
      await page.locator(`#${name}`).click({ modifiers: ['Alt'] })
    }
    const attribute = (name: string, key: string) => page.locator(`#${name}`).getAttribute(key)
    await expect
      .poll(() => attribute('broken', 'title'), { timeout: 60_000 })
      .toMatch(/^Expected an image/)
    await expect
      .poll(() => attribute('good', 'src'), { timeout: 60_000 })
      .toMatch(/^data:image\/png/)
    expect(await page.locator('#good').evaluate((one: HTMLImageElement) => one.decode())).toBe(
      undefined,
    )
  })
})

describe('an installed app', () => {
  test('fails to build by default', async () => {
    const config =
      "import { VitePWA } from 'vite-plugin-pwa'\nexport default { plugins: [VitePWA()] }\n"
    writeFileSync(join(folder, 'app/default.config.js'), config)
    const built = command(
      join(folder, 'app'),
      join(folder, 'node_modules/.bin/vite'),
      ...['build', '--config', 'default.config.js', '--outDir', '../default'],
    )
    await expect(built).rejects.toThrow(/maximumFileSizeToCacheInBytes|exceed/)
  })

  test('works offline after a first job', async () => {
    const vite = join(folder, 'node_modules/.bin/vite')
    await command(join(folder, 'app'), vite, 'build', '--outDir', '../pwa', '--target', 'es2022')
    expect(readFileSync(join(folder, 'pwa/sw.js'), 'utf8')).not.toContain('.wasm"')
    const { url } = await serving(join(folder, 'pwa'))
    const context = await withProfile()
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.waitForFunction(() => 'darkroom' in window)
    expect(await enlarge(page)).toBe(48)
    await context.setOffline(true)
    await page.reload()
    await page.waitForFunction(() => 'darkroom' in window)
    expect(await enlarge(page)).toBe(48)
  })
})

test.each([
  ['without it', undefined, 1],
  ['with Document-Isolation-Policy', 'isolate-and-require-corp', 2],
])('%s, the page alone, threads: %s %i', async (_, policy, least) => {
  const { url } = await serving(join(folder, 'pages'), NOT_ISOLATED)
  const page = await newPage()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    await route.fulfill({
      response,
      headers: policy ? { ...headers, 'Document-Isolation-Policy': policy } : headers,
    })
  })
  await page.goto(url)
  await page.waitForFunction(() => 'darkroom' in window)
  expect(await enlarge(page)).toBe(48)
  const { threads } = await page.evaluate(() => window.darkroom.info())
  if (least === 1) expect(threads).toBe(1)
  else expect(threads).toBeGreaterThanOrEqual(least)
})

describe('a sandboxed frame', () => {
  test('gives a result, an error by code, and ends on an abort', async () => {
    const { url } = await serving(join(folder, 'pages'), CORS)
    const page = await newPage()
    await page.goto(`${url}sandbox.html`)
    await page.waitForFunction(() => 'process' in window)
    const outcome = await page.evaluate(async () => {
      const photo = await (await fetch('/parrots.jpg')).blob()
      const file = new File([photo], 'parrots.jpg', { type: 'image/jpeg' })
      const request = { width: 96, output_format: 'webp' } as const
      const { name, type } = await window.process(file, request)
      const code = (error: { code: string }) => error.code
      const broken = await window.process(new File(['no picture'], 'a.jpg'), request).catch(code)
      const enlarge = (signal: AbortSignal) =>
        window.process(file, { width: '400%' }, signal).catch(code)
      const aborted = await enlarge(AbortSignal.timeout(300))
      const before = await enlarge(AbortSignal.abort())
      return { name, type, broken, aborted, before }
    })
    expect(outcome).toEqual({
      name: 'parrots.webp',
      type: 'image/webp',
      broken: 'UNIDENTIFIED_IMAGE',
      aborted: 'ABORTED',
      before: 'ABORTED',
    })
  })
})
