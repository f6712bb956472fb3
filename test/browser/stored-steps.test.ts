import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decoded, png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { DarkroomOptions, JobRecord, ProcessingRequest } from '../../src/index.ts'
import { idbStore } from '../../src/jobs/idb-store.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import type { FinishedSteps } from '../../src/shared/worker/api.ts'
import { gradient, lined, maxDifference } from './pictures.ts'
import { run } from './run.ts'

let database = ''
let pages: Darkroom[] = []
beforeEach(() => {
  database = `stored-steps-${crypto.randomUUID()}`
})
afterEach(() => {
  for (const page of pages) page.dispose()
  pages = []
})

/** What a page of the site is given; the next one finds its jobs. */
function openPage(options: DarkroomOptions = {}, storeFromMs = 0): Darkroom {
  const parts = { startWorker: startBundledWorker, cacheFromMs: 0, storeFromMs }
  const environment = { ...browserEnvironment({ database }), ...parts }
  const page = new LazyDarkroom({ provider: 'wasm', database, ...options }, environment)
  pages.push(page)
  return page
}

const url = await png(gradient(120, 90))
const denoised = { url, enhancements: ['denoise', 'light'] } satisfies ProcessingRequest

async function processed(page: Darkroom, request: ProcessingRequest): Promise<JobRecord> {
  return page.wait(await page.process(request))
}

const cachedSteps = ({ details }: JobRecord) =>
  details?.steps.filter(({ cached }) => cached).map(({ operation }) => operation)

describe('after a reload', () => {
  it('a request that begins like a stored one starts where they part, with the same pixels', async () => {
    openPage()
    await processed(pages[0] as Darkroom, denoised)
    pages[0]?.dispose()
    const request = { ...denoised, width: '50%', output_format: 'png' } as const
    const { blob, ...record } = await openPage().run(request)
    expect(cachedSteps(record as JobRecord)).toEqual(['decode', 'denoise', 'light'])
    const alone = await run(request)
    expect(maxDifference(await decoded(blob), await decoded(alone.blob))).toBe(0)
  })

  it('another image, other steps before, and other engines start at the beginning', async () => {
    await processed(openPage(), denoised)
    pages[0]?.dispose()
    const page = openPage()
    const other = { ...denoised, url: await png(gradient(120, 91)) }
    expect(cachedSteps(await page.run(other))).toEqual([])
    const first = { url, enhancements: ['clean', 'denoise'] } satisfies ProcessingRequest
    expect(cachedSteps(await page.run(first))).toEqual([])
    const elsewhere = openPage({ postscript: '/other/gs.mjs' })
    expect(cachedSteps(await elsewhere.run(denoised))).toEqual([])
  })

  it('an interrupted job goes on after the steps that were done', async () => {
    const page = openPage()
    const heavy = {
      url: await png(lined(200, 150)),
      enhancements: ['denoise', 'deblur'],
    } satisfies ProcessingRequest
    const { job } = await page.process(heavy)
    const store = idbStore(database)
    await expect
      .poll(async () => (await store.getFile(job, 'steps')) !== undefined, { interval: 2 })
      .toBe(true)
    page.dispose()
    const record = await openPage().wait(job)
    expect(cachedSteps(record)).toContain('decode')
  })

  it('what is damaged is made again', async () => {
    const { job } = await processed(openPage(), denoised)
    const store = idbStore(database)
    for (const damaged of ['nonsense', [{ key: 'a', value: 5, ms: 1 }], undefined]) {
      await store.putFile(job, 'steps', damaged as FinishedSteps)
      pages.at(-1)?.dispose()
      const record = await openPage().run(denoised)
      expect(record.status).toBe('complete')
      expect(cachedSteps(record)).toEqual([])
    }
  })
})

describe('nothing is left', () => {
  it('by run() without persist, by quick steps, and by a darkroom with models of its own', async () => {
    const store = idbStore(database)
    await openPage().run(denoised)
    expect(await store.fileOwners()).toEqual([])
    const quick = await processed(openPage({}, 60_000), denoised)
    expect(await store.getFile(quick.job, 'steps')).toBeUndefined()
    const own = await processed(openPage({ models: {} }), denoised)
    expect(await store.getFile(own.job, 'steps')).toBeUndefined()
  })

  it('once the job is deleted', async () => {
    const page = openPage()
    const { job } = await processed(page, denoised)
    const store = idbStore(database)
    expect(await store.getFile(job, 'steps')).toBeDefined()
    await page.deleteResult(job)
    expect(await store.fileOwners()).toEqual([])
  })

  it('beyond the quota, where results of jobs stay', async () => {
    const page = openPage({ quota: { bytes: 75_000 } })
    const [first, second] = [
      await processed(page, denoised),
      await processed(page, { ...denoised, url: await png(gradient(110, 90)) }),
    ]
    const store = idbStore(database)
    await expect.poll(() => store.getFile(first.job, 'steps')).toBeUndefined()
    expect(await store.getFile(second.job, 'steps')).toBeDefined()
    expect((await page.file(first)).blob.size).toBeGreaterThan(0)
  })
})
