import { shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

const ROUNDS = 24
const WARM_UP = 6

/** Compares small jobs with what the browser itself takes to decode, scale and encode the same file. */
export default async function small({ quick }) {
  return withPage('darkroom', async ({ page, site }) => {
    const [jpeg] = await photograph(page, site, 1216, 832)
    const sources = { png: '/kodak/01', jpeg }
    const rows = []
    for (const [format, path] of Object.entries(sources)) {
      for (const width of [100, 400]) {
        const given = { path, width, rounds: quick ? 8 : ROUNDS, warmUp: WARM_UP }
        const { steps, ...times } = await page.evaluate(measure, given)
        const medians = Object.entries(times).map(([name, list]) => [name, median(list)])
        const row = { format, width, ...Object.fromEntries(medians), steps: medianSteps(steps) }
        rows.push(shown(row))
      }
    }
    return { rows }
  })
}

/** Takes turns, so that a machine that slows down affects all alike. */
async function measure({ path, width, rounds, warmUp }) {
  const { job, persistedJob, ownJob } = window.bench
  const times = { run: [], process: [], browser: [], steps: [] }
  for (let i = -warmUp; i < rounds; i++) {
    const run = await job(path, { width, output_format: 'jpeg' })
    const stored = await persistedJob(path, { width, output_format: 'jpeg' })
    const browser = await ownJob(path, width)
    if (i < 0) continue
    times.run.push(run.ms)
    times.process.push(stored.ms)
    times.browser.push(browser.ms)
    times.steps.push(run.steps)
  }
  return times
}

/** The median time of each step, by its name. */
const medianSteps = (jobs) =>
  Object.fromEntries(
    jobs[0].map(({ operation }, i) => [operation, median(jobs.map((steps) => steps[i].ms))]),
  )
