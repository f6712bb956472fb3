import { call, openPage, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

/** Size of the source, and the number of rounds of one job and one bare run. */
const settings = {
  full: { width: 1216, height: 832, rounds: 4 },
  quick: { width: 384, height: 256, rounds: 2 },
}
const request = { width: '200%' }

/** Compares the time of a job with that of the bare model, and measures the cold start. */
export default async function overhead({ quick }) {
  const { width, height, rounds } = settings[quick ? 'quick' : 'full']
  return withPage('darkroom', async ({ browser, page, site }) => {
    const [path] = await photograph(page, site, width, height)
    const [small] = await photograph(page, site, 256, 192)
    const warm = await warmRounds(page, { path, small, width, height, rounds })
    const cold = []
    for (let i = 0; i < 3; i++) cold.push(await coldStart(browser, site, small))
    return { width, height, ...warm, cold: median(cold) }
  })
}

/** Alternates job and bare runs, and which comes first, so that a machine that slows down affects both equally. */
async function warmRounds(page, { path, small, width, height, rounds }) {
  const job = () => call(page, 'job', path, request)
  const bare = (shape) => call(page, 'bare', 'span-x2', shape)
  const shape = await call(page, 'runsFor', 'span-x2', { width, height }, 'large')
  const info = await page.evaluate(() => window.bench.darkroom.info())
  await call(page, 'job', small, request)
  await bare({ ...shape, runs: 1 })
  const turns = []
  for (let i = 0; i < rounds; i++) {
    const early = i % 2 && (await bare(shape))
    const { ms, steps } = await job()
    turns.push(shown({ job: ms, bare: early || (await bare(shape)), steps }))
  }
  const computed = (shape.runs * shape.tileWidth * shape.tileHeight) / (width * height)
  const medians = { job: median(turns.map((t) => t.job)), bare: median(turns.map((t) => t.bare)) }
  return { provider: info.provider, threads: info.threads, shape, computed, turns, ...medians }
}

/** Returns the milliseconds from requesting the page to the first result, with an empty cache. */
async function coldStart(browser, site, path) {
  const page = await openPage(browser, site, 'darkroom')
  const { since } = await call(page, 'job', path, request)
  await page.context().close()
  return since
}
