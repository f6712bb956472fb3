import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import type * as storages from '../../src/storages.ts'
import { hurried } from './hurried.ts'

declare const window: typeof storages & { darkroom: Darkroom; tiff(): Promise<Blob> }

let opened: Awaited<ReturnType<typeof openPage>>
let page: Page
let context: BrowserContext
beforeAll(async () => {
  opened = await openPage({ darkroom: { provider: 'wasm' } })
  page = opened.page
  context = page.context()
  await page.addInitScript(defineTiff)
  await page.clock.install()
})
beforeEach(() => opened.reload())
afterEach(() => context.unrouteAll())
afterAll(() => opened.close())

/** Runs in the page. A TIFF file of one JPEG strip: the script of its decoder is loaded for it. */
function defineTiff() {
  window.tiff = async () => {
    const [width, height] = [24, 16]
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.fillRect(4, 4, 8, 8)
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' })
    const fields: [tag: number, type: 3 | 4, value: number][] = [
      [256, 3, width],
      [257, 3, height],
      [258, 3, 8],
      [259, 3, 7],
      [262, 3, 6],
      [273, 4, 8 + 2 + 9 * 12 + 4],
      [277, 3, 3],
      [278, 3, height],
      [279, 4, jpeg.size],
    ]
    const view = new DataView(new ArrayBuffer(8 + 2 + fields.length * 12 + 4))
    view.setUint32(0, 0x49492a00)
    view.setUint32(4, 8, true)
    view.setUint16(8, fields.length, true)
    fields.forEach(([tag, type, value], i) => {
      const at = 10 + i * 12
      view.setUint16(at, tag, true)
      view.setUint16(at + 2, type, true)
      view.setUint32(at + 4, 1, true)
      if (type === 3) view.setUint16(at + 8, value, true)
      else view.setUint32(at + 8, value, true)
    })
    return new Blob([view, jpeg])
  }
}

/** Answers the first `times` requests that match with 503. */
async function refuse(match: RegExp, times = Number.POSITIVE_INFINITY): Promise<void> {
  let refused = 0
  await context.route(match, (route) => {
    if (++refused > times) return route.fallback()
    return route.fulfill({ status: 503, body: 'overloaded' })
  })
}

/** Runs in the page. The code of a job's error, or its record's status and codes of warnings. */
const outcome = (job: string) =>
  window.darkroom.wait(job).then(
    ({ status, warnings }) => [status, ...warnings.map(({ code }) => code)],
    ({ code }) => [code],
  )
const tiffJob = async () =>
  (await window.darkroom.process({ url: await window.tiff(), output_format: 'png' })).job

describe('a decoder that cannot be loaded', () => {
  it('is tried again in another worker', async () => {
    await refuse(/\/formats\.js/, 1)
    const job = await page.evaluate(tiffJob)
    expect(await hurried(page, page.evaluate(outcome, job))).toEqual(['complete', 'NETWORK'])
  })

  it('fails the job with NETWORK, and the job goes on once the browser is online again', async () => {
    await refuse(/\/formats\.js/)
    const job = await page.evaluate(tiffJob)
    expect(await hurried(page, page.evaluate(outcome, job))).toEqual(['NETWORK'])
    const [summary] = await page.evaluate(() => window.darkroom.jobs())
    expect(summary).toMatchObject({ job, status: 'failed', error: { code: 'NETWORK' } })
    await context.unrouteAll()
    await context.setOffline(true)
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(outcome, job)).toContain('complete')
  })

  it('is no fault of the image in a batch: the next run tries the file again', async () => {
    await refuse(/\/formats\.js/)
    const module = `/@fs${fileURLToPath(new URL('../../src/storages.ts', import.meta.url))}`
    const content = `import * as storages from '${module}'; Object.assign(window, storages)`
    await page.addScriptTag({ type: 'module', content })
    await page.waitForFunction(() => window.runBatch)
    const batch = async () => {
      const { runBatch, directoryStorage, darkroom } = window
      const root = await navigator.storage.getDirectory()
      const folder = async (name: string) =>
        directoryStorage(await root.getDirectoryHandle(name, { create: true }))
      const [source, target] = [await folder('source'), await folder('target')]
      const signal = new AbortController().signal
      const present = await source.read('a.tif', signal).catch(() => undefined)
      if (!present) await source.write('a.tif', await window.tiff(), signal)
      const request = { output_format: 'png' } as const
      const { complete, invalid, failed } = await runBatch(darkroom, { source, target, request })
      return { complete, invalid, failed }
    }
    expect(await hurried(page, page.evaluate(batch))).toEqual({
      complete: 0,
      invalid: 0,
      failed: 1,
    })
    await context.unrouteAll()
    expect(await page.evaluate(batch)).toEqual({ complete: 1, invalid: 0, failed: 0 })
  })
})

it.each([
  ['mjs', 1],
  // onnxruntime-web asks three times by itself.
  ['wasm', 3],
] as const)(
  'a runtime whose .%s failed once is loaded in another worker',
  async (file, requests) => {
    // The last one is made to find the cause.
    await refuse(new RegExp(`/ort-wasm-simd-threaded\\.${file}$`), requests + 1)
    const run = async () => {
      const url = new ImageData(24, 16)
      const { status, warnings } = await window.darkroom.run({ url, width: '200%' })
      return [status, ...warnings.map(({ code }) => code)]
    }
    expect(await hurried(page, page.evaluate(run))).toEqual(['complete', 'NETWORK'])
  },
)

it.each([
  [
    'the jobs',
    /\/src\/jobs\.ts/,
    () => window.darkroom.run({ url: new ImageData(8, 8) }).catch(({ name, code }) => [name, code]),
  ],
  [
    'the worker',
    /\/engine\.worker\.js/,
    () => window.darkroom.run({ url: new ImageData(8, 8) }).catch(({ name, code }) => [name, code]),
  ],
  [
    'the HTTP handler',
    /\/src\/http\/handler\.ts/,
    () => window.darkroom.fetch('/rest_api/me').catch(({ name, code }) => [name, code]),
  ],
] as const)('a script that does not load is an error of Darkroom: %s', async (_, script, call) => {
  await refuse(script)
  await page.reload()
  expect(await hurried(page, page.evaluate<unknown>(call))).toEqual(['DarkroomError', 'NETWORK'])
})

interface Drawn {
  width?: number | '200%'
  enhancements?: ['deblur']
}

/** Runs in the page: a job with a drawing that is large enough to be judged. */
const drawnJob = async (request: Drawn) => {
  const canvas = new OffscreenCanvas(96, 96)
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  for (let i = 0; i < 96; i += 8) {
    pen.fillStyle = `hsl(${3 * i} 60% 50%)`
    pen.fillRect(i, (7 * i) % 96, 30, 20)
  }
  return (await window.darkroom.process({ url: await canvas.convertToBlob(), ...request })).job
}

it('what judges the damage of an image is asked for again where it failed once', async () => {
  await refuse(/damage-weights/, 1)
  const job = await page.evaluate(drawnJob, { width: '200%' } as Drawn)
  expect(await hurried(page, page.evaluate(outcome, job))).toEqual(['complete', 'NETWORK'])
})

it('offline, a job that lacks a network does no harm to one that needs nothing', async () => {
  const job = await page.evaluate(drawnJob, { width: 40 } as Drawn)
  expect(await page.evaluate(outcome, job)).toEqual(['complete'])
  await context.setOffline(true)
  try {
    const lacking = await page.evaluate(drawnJob, { enhancements: ['deblur'] } as Drawn)
    expect(await hurried(page, page.evaluate(outcome, lacking))).toEqual(['NETWORK'])
    const next = await page.evaluate(drawnJob, { width: 30 } as Drawn)
    expect(await hurried(page, page.evaluate(outcome, next))).toEqual(['complete'])
  } finally {
    await context.setOffline(false)
  }
})
