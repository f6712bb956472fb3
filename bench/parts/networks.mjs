import { open } from '../lib/browser.mjs'
import { kodakFiles, photograph } from '../lib/kodak.mjs'
import { median } from '../lib/stats.mjs'

/** The image of `auto-enhance`. */
const IMAGE = [4000, 3000]
const ROUNDS = 2

/**
 * Ways to compute that image: as models/models.ts says, in tiles of other sizes, and as it was when a network like
 * `deblur-v2` saw what `deblur-v1` had made of the image (`first`).
 */
const ways = [
  { model: 'denoise-v2', options: { halo: 64, tilePixels: 512 ** 2 } },
  { model: 'denoise-v2' },
  { model: 'deblur-v2', options: { halo: 64, tilePixels: 512 ** 2 }, first: 'deblur-v1' },
  { model: 'deblur-v2', options: { tilePixels: 768 ** 2 } },
  { model: 'deblur-v2' },
]
/** What a sample of a large image computes: workers/inference/sample.ts. */
const SAMPLE = { parts: 16, side: 192 }

const SMALL = [384, 256]
const jobs = {
  clean: { enhancements: ['clean'], output_format: 'jpeg' },
  'x4 enlargement': { width: '400%', output_format: 'jpeg' },
}

/** What a large image costs by the way it is cut into tiles, and `clean` beside an enlargement, by turns in one page. */
export async function networks({ quick }) {
  const { page, site, close } = await open('darkroom', { files: kodakFiles() })
  try {
    const rounds = quick ? 1 : ROUNDS
    const tiled = await timeWays(page, rounds)
    const [path] = await photograph(page, site, ...SMALL)
    const compared = await timeJobs(page, path, rounds)
    return { image: IMAGE, sample: SAMPLE, ways: tiled, small: SMALL, jobs: compared }
  } finally {
    await close()
  }
}

async function timeWays(page, rounds) {
  const times = ways.map(() => [])
  const shapes = []
  for (const { model, options } of ways) {
    const args = [model, ...IMAGE, options]
    shapes.push(await page.evaluate((args) => window.bench.runsFor(...args), args))
  }
  for (let round = 0; round < rounds; round++) {
    for (const [i, { model, first }] of ways.entries()) {
      const shape = { ...shapes[i], runs: 1 }
      let ms = 0
      for (const each of first ? [first, model] : [model])
        ms += await page.evaluate((args) => window.bench.bare(...args), [each, shape])
      times[i].push(ms / (shape.tileWidth * shape.tileHeight))
    }
  }
  return ways.map(({ model, first }, i) => {
    const { runs, tileWidth, tileHeight } = shapes[i]
    const computed = (runs * tileWidth * tileHeight) / (IMAGE[0] * IMAGE[1])
    const row = {
      model,
      first,
      ...shapes[i],
      computed,
      secondsPerMegapixel: 1000 * median(times[i]),
    }
    console.log(JSON.stringify(row))
    return row
  })
}

async function timeJobs(page, path, rounds) {
  const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]))
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    for (const [name, request] of Object.entries(jobs)) {
      const { ms } = await page.evaluate(([p, r]) => window.bench.job(p, r), [path, request])
      if (round >= 0) times[name].push(ms)
    }
  }
  console.log(JSON.stringify(times))
  return Object.entries(times).map(([name, list]) => ({ name, ms: median(list) }))
}
