import { call, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'

const caption = { url: '/kodak/01', target_width_percentage: 20 }
const enlarged = { width: '200%', output_format: 'jpeg' }
const restored = { enhancements: ['denoise', 'light'], output_format: 'jpeg' }

/** Requests by what differs from the one before them; the first of each list computes everything. */
const lists = [
  [
    ['an enlargement', enlarged],
    ['the same', enlarged],
    ['another quality', { ...enlarged, quality: 60 }],
    ['another format', { ...enlarged, output_format: 'webp' }],
    ['a caption', { ...enlarged, caption }],
    ['another caption', { ...enlarged, caption: { ...caption, opacity: 50 } }],
    ['another fit', { ...enlarged, height: '150%', fit: 'canvas' }],
  ],
  [
    ['denoise and light', restored],
    ['another level of light', { ...restored, light_parameters: { level: 0.5 } }],
  ],
]

/** Compares a request that begins like an earlier one with the time of its own steps. */
export default async function cache({ quick }) {
  const [width, height] = quick ? [384, 256] : [1216, 832]
  return withPage('darkroom', async ({ page, site }) => {
    const [path] = await photograph(page, site, width, height)
    // Codecs and models are loaded by then.
    const [small] = await photograph(page, site, 160, 120)
    for (const [, request] of lists.flat()) await call(page, 'cachedJob', small, request)
    const rows = []
    for (const [name, request] of lists.flat()) {
      const { ms, steps } = await call(page, 'cachedJob', path, request)
      const own = steps.filter(({ cached }) => !cached)
      const ownMs = own.reduce((sum, step) => sum + step.ms, 0)
      rows.push(shown({ name, ms, ownMs, own: own.map(({ operation }) => operation) }))
    }
    return { width, height, rows }
  })
}
