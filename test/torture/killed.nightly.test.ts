import type { Browser, Page } from 'playwright-core'
import { vi } from 'vitest'
import { renderers } from '../../bench/lib/renderer.mjs'
import { findData } from '../../scripts/lib/shared-data.mjs'
import {
  attack,
  attackPage,
  base64Of,
  JOBS,
  MS,
  pick,
  printTallies,
  random,
  runAll,
  sleep,
} from './attack.ts'
import { count, repeat } from './tally.ts'
import { ends, TornBrowser } from './torn-browser.ts'

/** Jobs after which the memory of many jobs is measured for the first time. */
const WARM_UP = MS ? 4 : 2

printTallies()

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
      await vi.waitUntil(() => browser.accepted.length > known, { timeout: 60_000 })
      await sleep(random() * 2500)
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
      // Done once, the network is at work by then: before, the job would only begin on a new GPU process.
      await sleep(MS ? random() * 4000 : 2000)
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

/** Megabytes that all renderers hold, without what waits for the collector: a round's requests are 80 MB of text. */
async function rendererMegabytes(page: Page, browser: Browser): Promise<number> {
  await page.requestGC()
  return Math.round([...(await renderers(browser)).values()].reduce((a, b) => a + b, 0))
}

attackPage(
  'many jobs in a row',
  async (tally, page, browser) => {
    // All images are equal: with the cache only the first jobs would have work.
    const photograph = base64Of(findData('kodak/kodim23.png') as string)
    const jobs = (length: number) =>
      Array.from({ length }, (_, i) => ({
        url: photograph,
        ...(i % 2 ? { enhancements: ['light'] } : { width: '50%', output_format: 'png' }),
      }))
    count(tally, await page.evaluate(runAll, jobs(WARM_UP)), [])
    const before = await rendererMegabytes(page, browser)
    await repeat(MS, tally, async () => {
      count(tally, await page.evaluate(runAll, jobs(MS ? 100 : 4)), [])
    })
    const after = await rendererMegabytes(page, browser)
    tally.note = `renderers: ${before} MB after ${WARM_UP} jobs, ${after} MB at the end`
    if (after > before + 250) tally.harm.push(tally.note)
  },
  { cache: false },
)
