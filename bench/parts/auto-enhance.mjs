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
/** Standard deviation of the noise of the second image, of 255. */
const SIGMA = 10

const request = { preset: 'auto_enhance', output_format: 'jpeg' }

/** Measures time, memory and progress of `auto_enhance` on a clean image of each size, and on a noisy one. */
export default async function autoEnhance({ quick }) {
  const rows = []
  for (const [width, height] of quick ? SIZES.quick : SIZES.full) {
    for (const sigma of [0, SIGMA]) {
      const measured = await measureMemory(width, height, request, sigma)
      const inFp32 = await secondsInFp32([width, height], sigma)
      rows.push(shown({ width, height, sigma, inFp32, ...measured }))
    }
  }
  return { rows }
}

/** What the same takes, warm, where no network computes in integers. */
const secondsInFp32 = (size, sigma) =>
  withPage('darkroom', async ({ page, site }) => {
    const [path] = await photograph(page, site, ...size, sigma)
    const [small] = await photograph(page, site, ...SMALL)
    await call(page, 'fp32Job', small, request)
    const { ms } = await call(page, 'fp32Job', path, request)
    return ms / 1000
  })
