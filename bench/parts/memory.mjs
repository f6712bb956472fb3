import { shown } from '../lib/browser.mjs'
import { measureMemory } from '../lib/job-memory.mjs'

/** Source sizes in pixels. Upscaled x2, they become 6, 12 and 24 megapixels. */
const sizes = { full: [[1500, 1000], [2124, 1416], [3000, 2000]], quick: [[768, 512]] } // biome-ignore format: a table

/** Measures the renderer's peak memory during one x2 job, above that of an idle page, for several sizes. */
export default async function memory({ quick }) {
  const rows = []
  for (const [width, height] of quick ? sizes.quick : sizes.full) {
    const request = { width: '200%', output_format: 'jpeg' }
    const row = await measureMemory(width, height, request)
    rows.push(shown({ output: (4 * width * height) / 1e6, ...row }))
  }
  return { rows }
}
