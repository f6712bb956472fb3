import { call, shown, withPage } from '../lib/browser.mjs'
import { measureMemory, SMALL } from '../lib/job-memory.mjs'
import { photograph } from '../lib/picture.mjs'

const SIZES = {
  full: [
    [1000, 666],
    [4000, 3000],
  ],
  quick: [[800, 600]],
}
/** The turns of an image begin within so many. */
const SECONDS = 200
/** Standard deviation of the noise of the second image, of 255. */
const SIGMA = 10

const request = { preset: 'auto_enhance', output_format: 'jpeg' }

/** Measures time, memory and progress of `auto_enhance` on a clean image of each size, and on a noisy one. */
export default async function autoEnhance({ quick }) {
  const rows = []
  for (const [width, height] of quick ? SIZES.quick : SIZES.full) {
    for (const sigma of [0, SIGMA]) {
      const measured = await measureMemory(width, height, request, sigma)
      const turns = await takeTurns([width, height], sigma, quick)
      rows.push(shown({ width, height, sigma, turns, ...measured }))
    }
  }
  return { rows }
}

/** Seconds of both by turns in one page, warm, each the first in every second turn. */
const takeTurns = (size, sigma, quick) =>
  withPage('darkroom', async ({ page, site }) => {
    const [path] = await photograph(page, site, ...size, sigma)
    const [small] = await photograph(page, site, ...SMALL)
    await call(page, 'job', small, request)
    await call(page, 'openInFp32', [path], small, request)
    const turns = []
    const end = Date.now() + SECONDS * 1000
    do {
      const turn = {}
      for (const name of turns.length % 2 ? ['fp32Job', 'job'] : ['job', 'fp32Job'])
        turn[name] = (await call(page, name, path, request)).ms / 1000
      turns.push(turn)
    } while (!quick && Date.now() < end)
    return turns
  })
