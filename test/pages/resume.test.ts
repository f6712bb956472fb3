import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launch } from '../../scripts/chromium.mjs'
import { servePage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { killRenderers } from './kill.ts'
import { whenCreated } from './when-created.ts'

declare const window: {
  darkroom: Darkroom
  completed(job: string): void
  started(job: string): void
}

const BATCH = 8
let server: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let context: BrowserContext
/** The first page of a test. */
let page: Page
/** The jobs of these events, in all tabs. */
let completed: string[]
let started: string[]

beforeAll(async () => {
  server = await servePage({ darkroom: { provider: 'wasm' } })
  browser = await launch()
})
beforeEach(async () => {
  completed = []
  started = []
  context = await browser.newContext()
  await context.exposeFunction('completed', (job: string) => void completed.push(job))
  await context.exposeFunction('started', (job: string) => void started.push(job))
  page = await open()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Runs in the page. */
const listen = (darkroom: Darkroom) => {
  darkroom.on('complete', ({ job }) => window.completed(job))
  darkroom.on('status', ({ job, status }) => {
    if (status === 'in_progress') window.started(job)
  })
}

async function open(): Promise<Page> {
  const opened = await context.newPage()
  await whenCreated(opened, listen)
  await load(opened)
  return opened
}

async function load(page: Page): Promise<void> {
  await page.goto(server.url)
  await page.waitForFunction(() => window.darkroom)
}

/** Runs in the page. Submits `count` images as Files; returns the jobs. */
async function submit(count: number): Promise<string[]> {
  const canvas = new OffscreenCanvas(160, 120)
  const context = canvas.getContext('2d')
  const jobs: string[] = []
  for (let i = 0; i < count; i++) {
    // Stripes: nothing of it is plain, so that the network enlarges all of it.
    for (let x = i; x < 160; x += 8) context?.fillRect(x, 0, 3, 120)
    const file = new File([await canvas.convertToBlob()], `picture-${i}.png`)
    jobs.push((await window.darkroom.process({ url: file, width: '200%' })).job)
  }
  return jobs
}

/** Runs in the page, which hangs once so many jobs are complete: no other one is, however late it is killed. */
const hangAfter = (count: number) => {
  window.darkroom.on('complete', () => {
    count -= 1
    while (count === 0);
  })
}

/** Runs in the page. Waits for the jobs; returns each result's file name and width. */
const results = (jobs: string[]) =>
  Promise.all(
    jobs.map(async (job) => {
      const { result_url, file_name, details } = await window.darkroom.wait(job)
      const bitmap = await createImageBitmap(await (await fetch(result_url as string)).blob())
      return [file_name, bitmap.width, details?.width]
    }),
  )

/** Runs in the page. Whether the pixels of a job are stored as a file. */
const isKept = (job: string) =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('darkroom-jobs-files')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('files').objectStore('files').get(`${job}:request`)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result?.urls?.[0] instanceof Blob)
      }
    }
  })

const expected = Array.from({ length: BATCH }, (_, i) => [`picture-${i}.png`, 320, 320])
const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
/** Expects that no job completed twice, and that no other job completed. */
const once = (jobs: string[]) => {
  expect([...new Set(completed)].sort()).toEqual([...completed].sort())
  for (const job of completed) expect(jobs).toContain(job)
}

describe('after a page has ended', () => {
  it('a batch whose renderer is killed in the middle: all complete, each once', async () => {
    await page.evaluate(hangAfter, 3)
    const jobs = await page.evaluate(submit, BATCH)
    await until(() => completed.length >= 3)
    const crashed = page.waitForEvent('crash')
    await killRenderers(browser)
    await crashed
    const before = completed.length
    expect(before).toBe(3)
    const next = await open()
    expect(await next.evaluate(results, jobs)).toEqual(expected)
    await until(() => completed.length >= BATCH - 1)
    once(jobs)
    // The remaining jobs continue in order of arrival.
    const resumed = completed.slice(before)
    expect(resumed).toEqual([...resumed].sort((a, b) => jobs.indexOf(a) - jobs.indexOf(b)))
  })

  it('a reload in the middle, also of pixels; finished results are there as before', async () => {
    const [done] = await page.evaluate(submit, 1)
    await page.evaluate((job) => window.darkroom.wait(job as string), done)
    const jobs = await page.evaluate(submit, BATCH)
    const pixels = await page.evaluate(async () => {
      const bitmap = await createImageBitmap(new ImageData(30, 20))
      return (await window.darkroom.process({ urls: [bitmap], width: 90 })).job
    })
    await until(() => page.evaluate(isKept, pixels))
    expect(completed).not.toContain(pixels)
    await load(page)
    expect(await page.evaluate(results, jobs)).toEqual(expected)
    const file = await page.evaluate(async (job) => {
      const { blob, name } = await window.darkroom.file(job as string)
      const { result_url } = await window.darkroom.result(job as string)
      const again = await window.darkroom.result(job as string)
      return [name, blob.type, blob.size > 0, result_url === again.result_url]
    }, done)
    expect(file).toEqual(['picture-0.png', 'image/png', true, true])
    const widthOf = async (job: string) => {
      const { results } = await window.darkroom.wait(job)
      const bitmap = await createImageBitmap(await (await fetch(results?.[0]?.url ?? '')).blob())
      return bitmap.width
    }
    expect(await page.evaluate(widthOf, pixels)).toBe(90)
  })

  it('pixels that process() accepted are there, though the page died at once', async () => {
    const accepted = await page.evaluate(async () => {
      const image = new ImageData(400, 300)
      return (await window.darkroom.process({ url: image, width: 90 })).job
    })
    const crashed = page.waitForEvent('crash')
    await killRenderers(browser)
    await crashed
    const next = await open()
    const record = await next.evaluate((job) => window.darkroom.wait(job), accepted)
    expect(record.details).toMatchObject({ width: 90 })
  })

  it('two tabs: no job twice, results in both, and one goes on where the other was closed', async () => {
    const first = page
    const second = await open()
    const jobs = await first.evaluate(submit, BATCH)
    await until(() => completed.length >= 2)
    const known = await second.evaluate(
      (job) => window.darkroom.result(job),
      jobs[BATCH - 1] as string,
    )
    expect(known.status).toMatch(/^(received|not_started|in_progress)$/)
    const waiting = second.evaluate(results, jobs)
    await first.close()
    expect(await waiting).toEqual(expected)
    once(jobs)
  })

  it('a job deleted in another tab ends in its own', async () => {
    const second = await open()
    const [running, job] = await page.evaluate(submit, 2)
    const failed = page.evaluate(
      (job) => window.darkroom.wait(job).catch(({ code }) => code),
      job as string,
    )
    await second.evaluate((job) => window.darkroom.deleteResult(job), job as string)
    expect(await failed).toBe('DELETED')
    await page.evaluate((job) => window.darkroom.wait(job), running as string)
    await load(page)
    const codes = [page, second].map((tab) =>
      tab.evaluate((job) => window.darkroom.result(job).catch(({ code }) => code), job as string),
    )
    expect(await Promise.all(codes)).toEqual(['DELETED', 'DELETED'])
  })
})
