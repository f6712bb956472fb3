import { shown } from '../lib/browser.mjs'
import { measureMemory } from '../lib/job-memory.mjs'

const SIZES = { full: [4000, 3000], quick: [800, 600] }
/** Standard deviation of the noise of the second image, of 255. */
const SIGMA = 10

/** Measures time, memory and progress of `auto_enhance` on a clean image of 12 megapixels, and on a noisy one. */
export default async function autoEnhance({ quick }) {
  const [width, height] = quick ? SIZES.quick : SIZES.full
  const request = { preset: 'auto_enhance', output_format: 'jpeg' }
  const rows = []
  for (const sigma of [0, SIGMA])
    rows.push(shown({ sigma, ...(await measureMemory(width, height, request, sigma)) }))
  return { width, height, rows }
}
