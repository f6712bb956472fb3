import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { launch } from '../../scripts/chromium.mjs'
import { type Served, startStaticServer } from '../servers/static-server.ts'

const [policy = ''] =
  /^script-src 'self' 'wasm-unsafe-eval' 'sha256-.*$/m.exec(
    readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8'),
  ) ?? []
/** Headers of a strict page, as docs/deployment.md has them. */
export const STRICT = { 'Content-Security-Policy': policy }
let browser: Browser

/** Launches the browser of a file's tests. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())
}

/** The outcome that test/consumers/page.js stores in `window`. */
interface Outcome {
  error?: string
  record: {
    status: string
    details: { provider: string; bytes: number; steps: { model?: string }[] }
  }
  smaller: { file_name: string }
  /** Outcomes of files that the browser itself cannot open. */
  others: string[]
  /** Bytes of the result file as returned by `darkroom.fetch`. */
  served: number
  threads: number
  version: string
  width: number
  height: number
  range: number
  /** With `?cutout`: the transparency in a corner and in the middle of a disc. */
  cutout?: { corner: number; middle: number }
}

export async function newPage(): Promise<Page> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  return page
}

/** Opens an application's page and collects the browser's errors and warnings. */
export async function visit(url: string) {
  const page = await newPage()
  const complaints: string[] = []
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  // A development server compiles the page when it is asked for it.
  await page.goto(url, { timeout: 120_000 })
  return { page, complaints, requested, outcome: await outcomeOf(page) }
}

export async function outcomeOf(page: Page, beforeEachRead = async () => {}): Promise<Outcome> {
  const read = async () => {
    await beforeEachRead()
    return page.evaluate(() => (window as { outcome?: Outcome }).outcome)
  }
  await expect.poll(read, { timeout: 120_000, interval: 100 }).toBeDefined()
  return (await read()) as Outcome
}

export function expectTwiceAsLarge(outcome: Outcome, provider = 'wasm') {
  expect(outcome).toMatchObject({
    record: { status: 'complete', details: { provider } },
    smaller: { status: 'complete', details: { width: 24, height: 16 } },
    others: ['complete', 'complete', 'complete'],
    version: packageJson.version,
    width: 96,
    height: 64,
  })
  const models = outcome.record.details.steps.map(({ model }) => model).filter(Boolean)
  expect(models).toEqual(['span-x2'])
  expect(outcome.smaller.file_name).toMatch(/\.webp$/)
  expect(outcome.range).toBeGreaterThan(100)
  expect(outcome.served).toBe(outcome.record.details.bytes)
}

/** Visits an application's page: it upscales and cuts out, and the browser has nothing to complain of. */
export async function expectItWorks(url: string) {
  const visited = await visit(`${url}${url.includes('?') ? '&' : '?'}cutout`)
  const { outcome, complaints } = visited
  expectTwiceAsLarge(outcome)
  expect(outcome.cutout).toEqual({ corner: 0, middle: 255 })
  expect(complaints).toEqual([])
  return visited
}

/** Visits an application's page: it upscales on the GPU, and the browser has nothing to complain of. */
export async function expectItWorksOnGpu(url: string) {
  const { outcome, complaints } = await visit(`${url}?provider=webgpu`)
  expectTwiceAsLarge(outcome, 'webgpu')
  expect(complaints).toEqual([])
}

export async function serving(...[folder, headers]: Parameters<typeof startStaticServer>) {
  const server = await startStaticServer(folder, headers)
  onTestFinished(server.close)
  return server
}

export const missing = (served: Served[]) => served.filter(({ status }) => status !== 200)
export const starts = (served: Served[], script: RegExp) =>
  served.filter(({ path }) => script.test(path)).length

/** How often the worker's entry was requested, which runs it. */
export const workerStarts = (requested: string[]) =>
  requested.filter((url) => url.includes('/engine.worker.js')).length
