import type { Page } from 'playwright-core'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom, DarkroomOptions, JobRecord } from '../../src/index.ts'
import type { DarkroomError } from '../../src/shared/errors.ts'
import type { Arrival } from '../servers/reference-service/server.ts'
import { source } from '../servers/service-worker-site.ts'

declare const window: { darkroom: Darkroom; picture: File; again(): void }

/** The outcome of a request. */
export interface Ended {
  record?: JobRecord
  error?: ReturnType<DarkroomError['toJSON']>
  /** Width of the result. */
  width?: number
  height?: number
  type?: string
}

/** Code as text: Vitest rewrites `import()`, so that it would not work in a page. */
const setUp = (options: DarkroomOptions, speed: number) => `(async () => {
  const { LazyDarkroom } = await import('${source('lazy-darkroom.ts')}')
  const { startBundledWorker: startWorker } = await import('${source('engine/bundled-worker.ts')}')
  const sleep = (ms, signal) => new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const timer = setTimeout(resolve, ms / ${speed})
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason) }, { once: true })
  })
  const clock = { now: () => Date.now(), sleep }
  window.darkroom?.dispose()
  window.again = () => {
    window.darkroom = new LazyDarkroom(${JSON.stringify({ provider: 'wasm', queue: { limit: 1000 }, ...options })}, { clock, startWorker })
  }
  window.again()
  const canvas = new OffscreenCanvas(12, 8)
  const context = canvas.getContext('2d')
  context.fillStyle = '#c08040'
  context.fillRect(0, 0, 12, 8)
  context.fillStyle = '#204060'
  context.fillRect(2, 2, 5, 4)
  window.picture = new File([await canvas.convertToBlob()], 'Anna at the beach.png', { type: 'image/png' })
})()`

/** Opens a real page with a Darkroom, a small image, and a clock that runs `speed` times as fast. */
export async function openDarkroom(options: DarkroomOptions, speed = 20) {
  const opened = await openPage({ darkroom: { provider: 'wasm', persist: false } })
  const start = (page: Page = opened.page, again = options) =>
    page.evaluate(setUp({ persist: false, ...again }, speed))
  await start()
  return { ...opened, start }
}

/** Runs a request in the page. The text `the picture` anywhere in it stands for the page's small image. */
export const run = (page: Page, request: object): Promise<Ended> =>
  page.evaluate(async (asked) => {
    const withPicture = (value: unknown): unknown => {
      if (value === 'the picture') return window.picture
      if (Array.isArray(value)) return value.map(withPicture)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([k, inner]) => [k, withPicture(inner)]))
    }
    try {
      const record = await window.darkroom.run(withPicture(asked) as object)
      if (!record.result_url) return { record }
      const blob = await (await fetch(record.result_url)).blob()
      const { width, height } = await createImageBitmap(blob)
      return { record, width, height, type: blob.type }
    } catch (error) {
      return { error: (error as DarkroomError).toJSON() }
    }
  }, request)

/** Returns the bytes of the page's small image. */
export const pictureOf = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => [...new Uint8Array(await window.picture.arrayBuffer())]),
  )

/** Reads the JSON and the file of a POST without the project's code. */
export async function read({ headers, body }: Arrival): Promise<{ json: unknown; file?: Buffer }> {
  const type = headers['content-type'] ?? ''
  if (type === 'application/json') return { json: JSON.parse(body.toString('utf8')) }
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('image')
  const parts = [...form.keys()]
  if (!(file instanceof Blob) || parts.join() !== 'image,parameters')
    throw new Error(`parts: ${parts}`)
  return {
    json: JSON.parse(String(form.get('parameters'))),
    file: Buffer.from(await file.arrayBuffer()),
  }
}
