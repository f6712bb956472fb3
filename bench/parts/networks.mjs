import { call, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

/** The image of `auto-enhance`. */
const IMAGE = [4000, 3000]
const ROUNDS = 2

/** Networks that compute an image in tiles. */
const tiled = [
  'clean',
  'deblur',
  'denoise-v1',
  'denoise-v2',
  'restore-x4',
  'span-x2',
  'span-x4',
  'text-x4',
]
/** How each is computed: the first is what the others are compared with. */
const WAYS = [
  { tiles: 'usual', precision: 'fp32' },
  { tiles: 'usual', precision: 'auto' },
  { tiles: 'large', precision: 'auto' },
]

const SMALL = [384, 256]
const jobs = {
  clean: { enhancements: ['clean'], output_format: 'jpeg' },
  'x4 enlargement': { width: '400%', output_format: 'jpeg' },
}

/** What a large image costs in fp32, in integers where a network has them, and in larger tiles, and `clean` beside an enlargement, by turns in one page. */
export default async function networks({ quick }) {
  return withPage('darkroom', async ({ page, site }) => {
    const rounds = quick ? 1 : ROUNDS
    const rows = []
    for (const model of tiled) rows.push(...(await timeWays(page, model, rounds)))
    const [path] = await photograph(page, site, ...SMALL)
    return { image: IMAGE, rows, small: SMALL, jobs: await timeJobs(page, path, rounds) }
  })
}

/** A tile in each way, by turns; the first round warms up. */
async function timeWays(page, model, rounds) {
  const [width, height] = IMAGE
  const ways = []
  for (const { tiles, precision } of WAYS) {
    const allowed = { provider: 'wasm', precision }
    const shape = await call(page, 'runsFor', model, { width, height }, tiles, allowed)
    ways.push({ allowed, shape, times: [] })
  }
  for (let round = -1; round < rounds; round++) {
    for (const { allowed, shape, times } of ways) {
      const ms = await call(page, 'bare', model, { ...shape, runs: 1 }, allowed)
      if (round >= 0) times.push(ms)
    }
  }
  return ways.map(({ allowed, shape, times }) =>
    shown({ model, precision: allowed.precision, ...shape, ms: median(times) }),
  )
}

async function timeJobs(page, path, rounds) {
  const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]))
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    for (const [name, request] of Object.entries(jobs)) {
      const { ms } = await call(page, 'job', path, request)
      if (round >= 0) times[name].push(ms)
    }
  }
  return Object.entries(shown(times)).map(([name, list]) => ({ name, ms: median(list) }))
}
