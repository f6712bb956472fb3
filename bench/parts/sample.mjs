import { call, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'

const SIZE = [2100, 2000]
/** Standard deviation of the noise that is added, of 255. */
const SIGMA = 10

/** What `denoise` and `deblur` v2 (`quick`: the first) take on a large clean photograph, and on the same with noise. */
export default async function sample({ quick }) {
  return withPage('darkroom', async ({ page, site }) => {
    const [clean] = await photograph(page, site, ...SIZE)
    const [noisy] = await photograph(page, site, ...SIZE, SIGMA)
    const rows = []
    for (const operation of quick ? ['denoise'] : ['denoise', 'deblur']) {
      const request = {
        enhancements: [operation],
        [`${operation}_parameters`]: { type: 'v2' },
        output_format: 'jpeg',
      }
      await page.evaluate((request) => window.bench.darkroom.preload(request), request)
      for (const [name, path] of Object.entries({ clean, noisy })) {
        const { steps } = await call(page, 'job', path, request)
        const step = steps.find((each) => each.operation === operation)
        rows.push(shown({ operation, name, ...step }))
      }
    }
    return { width: SIZE[0], height: SIZE[1], sigma: SIGMA, rows }
  })
}
