import { open } from '../lib/browser.mjs'
import { kodakFiles, photograph } from '../lib/kodak.mjs'
import { addNoise } from '../lib/noise.mjs'

const SIZE = [2100, 2000]
/** Standard deviation of the noise that is added, of 255. */
const SIGMA = 10

/** What `denoise` and `deblur` v2 (`quick`: the first) take on a large clean photograph, and on the same with noise. */
export async function sample({ quick }) {
  const { page, site, close } = await open('darkroom', { files: kodakFiles() })
  try {
    const [clean] = await photograph(page, site, ...SIZE)
    const noisy = '/noisy.jpg'
    await page.evaluate(addNoise, { from: clean, to: noisy, sigma: SIGMA })
    const rows = []
    for (const operation of quick ? ['denoise'] : ['denoise', 'deblur']) {
      const request = {
        enhancements: [operation],
        [`${operation}_parameters`]: { type: 'v2' },
        output_format: 'jpeg',
      }
      await page.evaluate((request) => window.bench.darkroom.preload(request), request)
      for (const [name, path] of Object.entries({ clean, noisy })) {
        const { steps } = await page.evaluate(
          ({ path, request }) => window.bench.job(path, request),
          { path, request },
        )
        const step = steps.find((each) => each.operation === operation)
        rows.push({ operation, name, ...step })
        console.log(JSON.stringify(rows.at(-1)))
      }
    }
    return { width: SIZE[0], height: SIZE[1], sigma: SIGMA, rows }
  } finally {
    await close()
  }
}
