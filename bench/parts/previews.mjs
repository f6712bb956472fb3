import { call, shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

const v2 = { denoise_parameters: { type: 'v2' } }
const requests = [
  ['x2', { width: '200%' }],
  ['light', { enhancements: ['light'], width: '200%' }],
  ['denoise v1', { enhancements: ['denoise'] }],
  ['denoise v2', { enhancements: ['denoise'], ...v2 }],
  ['deblur', { enhancements: ['deblur'] }],
  ['clean', { enhancements: ['clean'] }],
  ['auto_enhance', { preset: 'auto_enhance' }],
]
const RUNS = 3

/** Measures how soon a preview comes. The jobs are ended after it. */
export default async function previews({ quick }) {
  const sizes = quick ? [[768, 512]] : [[1216, 832], [4000, 3000]] // biome-ignore format: a line
  return withPage('darkroom', async ({ page, site }) => {
    const preview = (path, request) => call(page, 'preview', path, request)
    const [warm] = await photograph(page, site, 640, 480)
    const rows = []
    for (const [name, request] of requests) {
      await preview(warm, request)
      const seconds = []
      for (const [width, height] of sizes) {
        const [path] = await photograph(page, site, width, height)
        const times = []
        for (let i = 0; i < RUNS; i++) times.push(await preview(path, request))
        seconds.push(median(times) / 1000)
      }
      rows.push(shown({ name, seconds }))
    }
    return { sizes, rows }
  })
}
