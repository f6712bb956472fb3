import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launch } from '../../scripts/chromium.mjs'
import { servePage } from '../../scripts/page.mjs'
import type { Darkroom, DarkroomOptions, ProcessingRequest } from '../../src/index.ts'

declare const window: { darkroom: Darkroom }

let server: Awaited<ReturnType<typeof servePage>>
let browser: Browser

/** Serves a page with a Darkroom for the tests of a file. */
export function usePage(darkroom: DarkroomOptions = {}): void {
  beforeAll(async () => {
    server = await servePage({ darkroom, isolated: true })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
}

/** Opens a page whose threads lack something: `script` runs in the page and its workers before theirs. */
export async function openWithout(script: string): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.addInitScript({ content: `${workersWith(script)}\n${script}` })
  await page.goto(server.url)
  await page.waitForFunction(() => window.darkroom)
  return page
}

/** A script after which workers run `script` before their own. (A response that is replaced on its way is not isolated.) */
const workersWith = (script: string) => `
  const first = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(script)})
  self.Worker = class extends Worker {
    constructor(url, options) {
      const both = [first, url].map((each) => 'import ' + JSON.stringify(String(each)))
      super(URL.createObjectURL(new Blob([both.join('\\n')], { type: 'text/javascript' })), options)
    }
  }`

/** Runs in the page. Runs a request for a small image; returns what came of it. */
export async function run(request: Omit<ProcessingRequest, 'url'>) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 32, height: 24 })
  canvas.getContext('2d')?.fillRect(0, 0, 16, 12)
  const url = await new Promise<Blob>((resolve) =>
    canvas.toBlob((blob) => resolve(blob as Blob), 'image/png'),
  )
  try {
    const { job } = await window.darkroom.process({ ...request, url })
    const { status, details } = await window.darkroom.wait(job)
    const { width, height, provider } = details ?? {}
    const { threads, why } = await window.darkroom.info()
    return { status, size: [width, height], provider, threads, why }
  } catch (error) {
    return { status: 'failed', message: (error as Error).message }
  }
}
