import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { buildId } from '../../scripts/build/build-id.mjs'
import { buildScripts, buildWorker, root } from '../../scripts/build/worker.mjs'
import { builtOnce } from '../../scripts/built-once.mjs'
import { launch } from '../../scripts/chromium.mjs'
import type { Darkroom } from '../../src/index.ts'
import { startStaticServer } from '../servers/static-server.ts'

const app = fileURLToPath(new URL('./offline-app', import.meta.url))

/** A part of `ProcessingRequest` that Playwright's types can pass on. */
interface Asked {
  width?: number | `${number}%`
  output_format?: 'png'
  background?: { remove: 'auto' }
}

/** What the application's page puts into `window`. */
interface App {
  darkroom: Darkroom
  prepare(requests: Asked[]): Promise<void>
  controlled(): Promise<void>
}

/** Serves a small application that works offline, with Darkroom as it is published, to a browser of its own. */
export async function openOfflineSite() {
  const folder = await builtApp()
  const server = await startStaticServer(folder)
  const browser = await launch()
  const context: BrowserContext = await browser.newContext()
  const open = async (): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(server.url)
    await page.waitForFunction(() => 'prepare' in window)
    return page
  }
  /** From now on nothing answers. */
  const disconnect = async () => {
    await context.setOffline(true)
    server.close()
  }
  const close = async () => {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
  return { open, disconnect, close, served: server.served }
}

const entries = {
  'external-assets': 'src/external-assets.ts',
  'service-worker': 'src/http/service-worker.ts',
}

async function builtApp(): Promise<string> {
  const id = buildId(root)
  const worker = await builtOnce('worker', id, buildWorker)
  const page = await builtOnce('page', id, async (dir: string) => {
    for (const [name, input] of Object.entries(entries)) {
      await buildScripts(dir, undefined, { input: { [name]: input }, output: {} })
    }
  })
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-offline-'))
  const darkroom = join(folder, 'darkroom')
  mkdirSync(darkroom)
  for (const from of [worker, page]) {
    for (const file of readdirSync(from)) symlinkSync(join(from, file), join(darkroom, file))
  }
  for (const file of readdirSync(app)) symlinkSync(join(app, file), join(folder, file))
  const shell = ['/', '/app.js', ...readdirSync(page).map((file) => `/darkroom/${file}`)]
  const script = readFileSync(join(app, 'service-worker.js'), 'utf8')
  rmSync(join(folder, 'service-worker.js'))
  writeFileSync(
    join(folder, 'service-worker.js'),
    script.replace('self.__SHELL__', JSON.stringify(shell)),
  )
  return folder
}

export const prepare = (page: Page, requests: Asked[]) =>
  page.evaluate((given) => (window as unknown as App).prepare(given), requests)

export const offlineRequests = (page: Page) =>
  page.evaluate(async () => (await (window as unknown as App).darkroom.info()).offline)

/** Runs requests on a disc of 160 x 120 pixels. Returns the size of each result, and what is transparent of it. */
export const runAll = (page: Page, requests: Asked[]) =>
  page.evaluate(async (given) => {
    const canvas = new OffscreenCanvas(160, 120)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.fillStyle = '#eee'
    context.fillRect(0, 0, 160, 120)
    context.fillStyle = '#a02010'
    context.arc(80, 60, 35, 0, 7)
    context.fill()
    const url = await canvas.convertToBlob()
    const results = []
    for (const request of given) {
      const { blob } = await (window as unknown as App).darkroom.run({ ...request, url })
      const { width, height } = await createImageBitmap(blob)
      const seen = new OffscreenCanvas(width, height).getContext('2d')
      seen?.drawImage(await createImageBitmap(blob), 0, 0)
      const alphaAt = (x: number, y: number) => seen?.getImageData(x, y, 1, 1).data[3]
      results.push({ width, height, corner: alphaAt(2, 2), middle: alphaAt(width / 2, height / 2) })
    }
    return results
  }, requests)
