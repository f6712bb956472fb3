import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { buildId } from '../../scripts/build/build-id.mjs'
import { builtOnce } from '../../scripts/built-once.mjs'
import { flags, launch } from '../../scripts/chromium.mjs'
import { isolation } from '../../vite.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const configFile = `${root}vite.config.ts`
/** A strict CSP, as a customer may serve it. A violation is an error in the console. */
const policyWith = (connect: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self' blob: ${connect}`,
  ].join('; ')

/** The page under test, in a new browser profile. */
export let page: Page
let server: PreviewServer
let browser: Browser
let complaints: string[] = []

/**
 * Serves the built demo for all tests of a file, and opens it for each test, or once if `shared`. Errors in the page fail
 * the test. `connect` has the origins that it may connect to, besides its own,
 * `without` features of Chromium that are switched off,
 * `locale` the language that the browser prefers.
 */
export function useDemo({
  connect = '',
  shared = false,
  without = '',
  locale = 'en-GB',
} = {}): void {
  beforeAll(async () => {
    const outDir = await builtOnce(
      'demo',
      buildId(root, ['demo', 'bench/pages', 'vite.config.ts']),
      (outDir) => build({ configFile, logLevel: 'error', build: { outDir } }),
    )
    server = await preview({
      configFile,
      build: { outDir },
      preview: {
        port: 0,
        headers: { ...isolation, 'Content-Security-Policy': policyWith(connect) },
      },
    })
    browser = await launch(without ? { args: [...flags, `--disable-features=${without}`] } : {})
    if (shared) await open({ locale })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    if (!shared) await open({ locale })
  })
  afterEach(async () => {
    if (!shared) await page.context().close()
    expect(complaints).toEqual([])
  })
}

async function open(options: BrowserContextOptions = {}): Promise<void> {
  complaints = []
  page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...options,
  })
  page.setDefaultTimeout(120_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  // Folded away for a visitor; the tests read and write it.
  await page.locator('#json > summary').click()
}

/** Replaces the open page by one that emulates a phone. */
export async function openOnPhone(
  locale = 'en-GB',
  viewport = { width: 390, height: 844 },
): Promise<void> {
  await page.context().close()
  await open({ viewport, hasTouch: true, isMobile: true, locale })
}

/** Which of these pairs of selectors cover each other, or are not there. At one moment: boxes move when a run ends. */
export const overlapping = (...pairs: string[]): Promise<string[]> =>
  page.evaluate((pairs) => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    return pairs.filter((pair) => {
      const [a, b] = pair.split(' ').map(box)
      if (!a || !b) return true
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    })
  }, pairs)

/** Switches the language of the page. */
export async function speak(language: 'en' | 'de'): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.locator('#language').selectOption(language)
  await loaded
  await page.locator(`html[lang=${language}]`).waitFor()
}

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const divider = () => page.getByRole('slider', { name: 'Divider between before and after' })
export const download = () => page.getByRole('link', { name: 'Download' })
export const request = () => page.getByRole('textbox', { name: /^Request as JSON/ })
export const requestNow = async () => JSON.parse(await request().inputValue())
export const group = (name: string) => page.locator('summary', { hasText: name })
export const overflow = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

export function picture(
  width = 64,
  height = 48,
  name = 'small.png',
): { name: string; mimeType: string; buffer: Buffer } {
  const png = new PNG({ width, height })
  png.data.forEach((_, i) => {
    png.data[i] = i % 4 === 3 ? 255 : (i * 7) % 256
  })
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(png) }
}

export async function choose(...files: ReturnType<typeof picture>[]): Promise<void> {
  await page.getByLabel('Choose a picture').setInputFiles(files.length > 0 ? files : picture())
}

export async function develop(): Promise<void> {
  await button('Develop').click()
  await download().waitFor()
}

/** Returns the file that the download link saves. */
export async function saved(): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), download().click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

export async function transferOf({ name, mimeType, buffer }: ReturnType<typeof picture>) {
  const file = { name, mimeType, data: buffer.toString('base64') }
  return page.evaluateHandle(({ name, mimeType, data }) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], name, { type: mimeType }))
    return transfer
  }, file)
}
