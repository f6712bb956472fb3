import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { mutated, randomFrom } from '../mutate.ts'
import { openDarkroom, run } from '../remote/page.ts'
import type { Endpoint, Fault } from '../servers/reference-service/faults.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { findData } from '../shared-data.ts'
import { nonsense } from './nonsense.ts'
import { count, newTally, repeat, type Tally, table } from './tally.ts'
import { ends, TornBrowser } from './torn-browser.ts'

declare const window: { darkroom: Darkroom }

/** `npm run torture -- <minutes>` sets the time for all attacks together. In a usual run each is done once. */
const MS = (Number(process.env.TORTURE_MINUTES ?? 0) * 60_000) / 8
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_122)
const JOBS = 5
const random = randomFrom(SEED)
const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const folder = findData('formats/good') as string
const files = readdirSync(folder)
  .filter((name) => /\.(jpg|png|webp|gif|bmp|tif)$/.test(name))
  .map((name) => join(folder, name))
const base64 = (bytes: Uint8Array) => `base64,${Buffer.from(bytes).toString('base64')}`

const tallies = new Map<string, Tally>()

/** A test that repeats one attack and expects no harm. */
function attack(name: string, start: (tally: Tally) => Promise<void>): void {
  test(name, { timeout: MS + 300_000 }, async () => {
    const tally = newTally()
    tallies.set(name, tally)
    await start(tally)
    expect(tally.harm).toEqual([])
    expect(tally.jobs).toBeGreaterThan(0)
  })
}

afterAll(() => console.log(`\nseed ${SEED}\n${table(tallies)}\n`))

/** Jobs that ended well more than once. */
const twice = (finished: readonly string[]) =>
  finished.filter((job, i) => finished.indexOf(job) !== i).map((job) => `${job} was done twice`)

attack('a tab, a renderer or the browser is killed', async (tally) => {
  const browser = await TornBrowser.start({ provider: 'wasm' })
  try {
    await repeat(MS, tally, async () => {
      const page = await browser.open()
      const known = browser.accepted.length
      const submitting = browser.submit(page, JOBS)
      await sleep(300 + random() * 2500)
      await browser.kill(page, pick(ends))
      await submitting
      const next = await browser.open()
      // Decoded pixels that were not stored yet are lost with their page.
      count(tally, await browser.outcomes(next, browser.accepted.slice(known)), [
        'SOURCE_UNREACHABLE',
      ])
      await next.close()
    })
    tally.harm.push(...twice(browser.finished))
  } finally {
    await browser.close()
  }
})

attack('the GPU process is killed', async (tally) => {
  const browser = await TornBrowser.start({ provider: 'webgpu' })
  try {
    await repeat(MS, tally, async () => {
      const page = await browser.open()
      const known = browser.accepted.length
      await browser.submit(page, MS ? 3 : 1)
      await sleep(random() * 4000)
      await browser.killGpu()
      count(tally, await browser.outcomes(page, browser.accepted.slice(known)), [])
      await page.close()
    })
  } finally {
    await browser.close()
  }
})

attack('several tabs, of which one is closed', async (tally) => {
  const browser = await TornBrowser.start({ provider: 'wasm' })
  try {
    await repeat(MS, tally, async () => {
      const tabs = [await browser.open(), await browser.open(), await browser.open()] as const
      const known = browser.accepted.length
      const submitting = tabs.map((tab) => browser.submit(tab, 3))
      await sleep(500 + random() * 1500)
      const [closed, ...others] = [...tabs].sort(() => random() - 0.5)
      await closed?.close()
      await Promise.all(submitting)
      const jobs = browser.accepted.slice(known)
      for (const tab of others) {
        const outcomes = await browser.outcomes(tab, jobs)
        count(tally, outcomes, ['SOURCE_UNREACHABLE'])
        await tab.close()
      }
    })
    tally.harm.push(...twice(browser.finished))
  } finally {
    await browser.close()
  }
})

attack('a service that misbehaves', async (tally) => {
  const service = await startReferenceService({ keys: ['a-key'], keepAlive: false })
  const remote = { baseUrl: service.url, apiKey: 'a-key' }
  const opened = await openDarkroom({ remote })
  const faults: Fault[] = [
    { answer: 429 },
    { answer: 500 },
    { answer: 503 },
    { answer: 200 },
    { drop: 'before' },
    { drop: 'after' },
    { cut: 20 },
    { half: true },
    { slow: 300 },
  ]
  const endpoints: Endpoint[] = ['process', 'result', 'result', 'files']
  const request = { url: 'the picture', background: { generate: { description: 'a beach' } } }
  try {
    await repeat(MS, tally, async () => {
      for (let i = 0; i < 4; i++) service.plan(pick(endpoints), pick(faults))
      const { record, error } = await run(opened.page, request)
      count(tally, [record?.status ?? error?.code ?? 'nothing'], ['REMOTE_FAILED'])
    })
  } finally {
    await opened.close()
    service.close()
  }
})

/** Submits values in a page; returns `complete` or the code of each. Anything but a DarkroomError is harm. */
const runAll = (values: unknown[]) =>
  Promise.all(
    values.map((value) =>
      window.darkroom.run(value as object).then(
        ({ job, status }) => window.darkroom.deleteResult(job).then(() => status),
        ({ name, code, message }) => (name === 'DarkroomError' ? code : `${name}: ${message}`),
      ),
    ),
  )

attack('requests full of nonsense', async (tally) => {
  const { page, close } = await openPage({ darkroom: { provider: 'wasm', persist: false } })
  const refusals = ['BAD_REQUEST', 'NOT_SUPPORTED', 'REMOTE_NOT_CONFIGURED', 'STORAGE', 'TOO_LARGE']
  try {
    await repeat(MS, tally, async () => {
      const requests = Array.from({ length: 50 }, () => nonsense(random))
      count(tally, await page.evaluate(runAll, requests), [
        ...refusals,
        'SOURCE_UNREACHABLE',
        'UNIDENTIFIED_IMAGE',
        'FILE_SIZE_UNREACHABLE',
      ])
    })
  } finally {
    await close()
  }
})

attack('damaged files', async (tally) => {
  const { page, close } = await openPage({ darkroom: { provider: 'wasm', persist: false } })
  try {
    await repeat(MS, tally, async () => {
      const urls = Array.from({ length: 12 }, () => {
        const bytes = mutated(new Uint8Array(readFileSync(pick(files))), random)
        return { url: base64(bytes), width: 16 }
      })
      count(tally, await page.evaluate(runAll, urls), ['UNIDENTIFIED_IMAGE', 'TOO_LARGE'])
    })
  } finally {
    await close()
  }
})

attack('a full disk', async (tally) => {
  const browser = await TornBrowser.start({ provider: 'wasm' })
  try {
    await repeat(MS, tally, async () => {
      const page = await browser.open()
      const session = await page.context().newCDPSession(page)
      const quotaSize = Math.round(random() * 20_000)
      await session.send('Storage.overrideQuotaForOrigin', {
        origin: new URL(page.url()).origin,
        quotaSize,
      })
      const known = browser.accepted.length
      await browser.submit(page, JOBS)
      // What was evicted for a newer result was complete before.
      count(tally, await browser.outcomes(page, browser.accepted.slice(known)), ['DELETED'])
      await page.close()
    })
  } finally {
    await browser.close()
  }
})

/** Megabytes that all renderers hold. */
async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]))
  return Math.round((pages.reduce((a, b) => a + b, 0) * 4096) / 1e6)
}

attack('many jobs in a row', async (tally) => {
  const { page, browser, close } = await openPage({
    darkroom: { provider: 'wasm', persist: false },
  })
  const photograph = base64(readFileSync(findData('kodak/kodim23.png') as string))
  const jobs = (length: number) =>
    Array.from({ length }, (_, i) => ({
      url: photograph,
      ...(i % 2 ? { enhancements: ['light'] } : { width: '50%', output_format: 'png' }),
    }))
  try {
    count(tally, await page.evaluate(runAll, jobs(4)), [])
    const before = await rendererMegabytes(browser)
    await repeat(MS, tally, async () => {
      count(tally, await page.evaluate(runAll, jobs(MS ? 100 : 6)), [])
    })
    const after = await rendererMegabytes(browser)
    tally.note = `renderers: ${before} MB after 4 jobs, ${after} MB at the end`
    if (after > before + 250) tally.harm.push(tally.note)
  } finally {
    await close()
  }
})
