import { shown } from '../lib/browser.mjs'
import { measureMemory } from '../lib/job-memory.mjs'

const SIZES = {
  full: [
    [1000, 666],
    [4000, 3000],
  ],
  quick: [[800, 600]],
}
/** Standard deviation of the noise of the second image, of 255. */
const SIGMA = 10

/** Measures time, memory and progress of `auto_enhance` on a clean image of each size, and on a noisy one. */
export default async function autoEnhance({ quick }) {
  const request = { preset: 'auto_enhance', output_format: 'jpeg' }
  const rows = []
  for (const [width, height] of quick ? SIZES.quick : SIZES.full) {
    for (const sigma of [0, SIGMA]) {
      const measured = await measureMemory(width, height, request, sigma)
      rows.push(shown({ width, height, sigma, ...measured }))
    }
  }
  return { rows }
}
