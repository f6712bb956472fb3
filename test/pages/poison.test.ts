import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { killRenderers } from './kill.ts'
import { whenCreated } from './when-created.ts'

declare const window: { darkroom: Darkroom; started(job: string): void }

const GOOD = 2
let opened: Awaited<ReturnType<typeof openPage>>
let context: BrowserContext
let url: string
/** The jobs that began in the current page, in order. */
let started: string[]
let poison: string | undefined
let killed: Promise<void> | undefined

beforeEach(async () => {
  // All images are equal: with the cache only the first would be decoded.
  opened = await openPage({ darkroom: { provider: 'wasm', cache: false } })
  context = opened.page.context()
  url = opened.page.url()
  started = []
  poison = undefined
  await context.exposeFunction('started', async (job: string) => {
    started.push(job)
    if (job === poison) await kill()
  })
  await whenCreated(context, (darkroom) => {
    darkroom.on('progress', ({ job, operation, ratio }) => {
      if (operation === 'decode' && ratio === 0) window.started(job)
    })
  })
})
afterEach(() => opened.close())

/** Once a page: a second time would end the next page. */
const kill = () => (killed ??= killRenderers(opened.browser))

async function open(): Promise<Page> {
  started = []
  killed = undefined
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => window.darkroom)
  return page
}

/** Opens a page that a job will end, and waits until it has. */
async function crash(act: (page: Page) => Promise<unknown> = async () => {}): Promise<void> {
  const page = await open()
  const crashed = page.waitForEvent('crash', { timeout: 90_000 })
  await act(page).catch(() => undefined)
  await crashed
  await killed
  await page.close()
}

/** Runs in the page. Submits images as Files; returns the jobs. Each is decoded long enough for the page to end meanwhile. */
async function submit(count: number): Promise<string[]> {
  const canvas = new OffscreenCanvas(4000, 3000)
  canvas.getContext('2d')?.fillRect(10, 10, 40, 40)
  const jobs: string[] = []
  for (let i = 0; i < count; i++) {
    const file = new File([await canvas.convertToBlob()], `image-${i}.png`)
    jobs.push((await window.darkroom.process({ url: file, width: 150 })).job)
  }
  return jobs
}

/** Runs in the page. `complete`, or the code of the job's error or warnings. */
const outcome = (job: string) =>
  window.darkroom.wait(job).then(
    ({ warnings }) => warnings.map(({ code }) => code).join() || 'complete',
    ({ code }) => code,
  )

it('an image that ends its page goes behind the others, and is given up after the third time', async () => {
  let jobs: string[] = []
  await opened.page.close()
  await crash(async (page) => {
    jobs = await page.evaluate(submit, GOOD + 1)
    poison = jobs[0] as string
    // It began before its id was known here.
    if (started.includes(poison)) await kill()
  })
  await crash()
  expect(started).toEqual([poison])
  await crash()
  // The others come first, and end.
  expect(started).toEqual([...jobs.slice(1), poison])

  const page = await open()
  for (const job of jobs.slice(1)) expect(await page.evaluate(outcome, job)).toBe('complete')
  expect(await page.evaluate(outcome, poison as unknown as string)).toBe('CRASHED')
  const source = await page.evaluate(async () => {
    const failed = (await window.darkroom.jobs()).find(({ status }) => status === 'failed')
    if (!failed || !('source' in failed) || !failed.source) return undefined
    const { width } = await createImageBitmap(await (await fetch(failed.source.url)).blob())
    return { name: failed.source.name, width }
  })
  expect(source).toEqual({ name: 'image-0.png', width: 4000 })
})

it('an image that is innocent after all is completed with care', async () => {
  await opened.page.close()
  let jobs: string[] = []
  await crash(async (page) => {
    jobs = await page.evaluate(submit, 1)
    poison = jobs[0] as string
    if (started.includes(poison)) await kill()
  })
  await crash()
  poison = undefined
  const page = await open()
  expect(await page.evaluate(outcome, jobs[0] as string)).toBe('CRASHED')
  const record = await page.evaluate((job) => window.darkroom.result(job), jobs[0] as string)
  expect(record.details).toMatchObject({ width: 150 })
})

it('a page that is left or reloaded in the middle counts as no crash', async () => {
  const { page } = opened
  const [job] = await page.evaluate(submit, 1)
  for (let i = 0; i < 4; i++) {
    started = []
    await page.goto('about:blank')
    await page.goto(url)
    await expect.poll(() => started, { timeout: 30_000 }).toEqual([job])
  }
  expect(await page.evaluate(outcome, job as string)).toBe('complete')
})
