import { call, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

/** The image of `auto-enhance`. */
const IMAGE = [4000, 3000]
const ROUNDS = 2

/**
 * Ways to compute that image: as models/models.ts says, and in tiles of other sizes.
 */
const ways = [
  { model: 'denoise-v2', options: { halo: 64, tilePixels: 512 ** 2 } },
  { model: 'denoise-v2' },
  { model: 'deblur', options: { tilePixels: 768 ** 2 } },
  { model: 'deblur' },
]
/** Networks that compute an image in tiles: a pass is one of them. */
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
/** What a sample of a large image computes: workers/inference/sample.ts. */
const SAMPLE = { parts: 16, side: 192 }

const SMALL = [384, 256]
const jobs = {
  clean: { enhancements: ['clean'], output_format: 'jpeg' },
  'x4 enlargement': { width: '400%', output_format: 'jpeg' },
}

/** What a large image costs by the way it is cut into tiles, and `clean` beside an enlargement, by turns in one page. */
export default async function networks({ quick }) {
  return withPage('darkroom', async ({ page, site }) => {
    const rounds = quick ? 1 : ROUNDS
    const passes = await timeWays(
      page,
      1 + rounds,
      tiled.map((model) => ({ model })),
    )
    const timed = await timeWays(page, rounds, ways)
    const [path] = await photograph(page, site, ...SMALL)
    const compared = await timeJobs(page, path, rounds)
    return { image: IMAGE, sample: SAMPLE, passes, ways: timed, small: SMALL, jobs: compared }
  })
}

async function timeWays(page, rounds, ways) {
  const times = ways.map(() => [])
  const shapes = []
  for (const { model, options } of ways)
    shapes.push(await call(page, 'runsFor', model, ...IMAGE, options))
  for (let round = 0; round < rounds; round++) {
    for (const [i, { model }] of ways.entries()) {
      const shape = { ...shapes[i], runs: 1 }
      times[i].push((await call(page, 'bare', model, shape)) / (shape.tileWidth * shape.tileHeight))
    }
  }
  return ways.map(({ model }, i) => {
    const { runs, tileWidth, tileHeight } = shapes[i]
    const computed = (runs * tileWidth * tileHeight) / (IMAGE[0] * IMAGE[1])
    const secondsPerMegapixel = 1000 * median(times[i])
    return shown({ model, ...shapes[i], computed, secondsPerMegapixel })
  })
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
