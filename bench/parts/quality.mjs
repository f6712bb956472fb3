import { call, shown, withPage } from '../lib/browser.mjs'
import { kodakNames } from '../lib/kodak.mjs'
import { mean } from '../lib/stats.mjs'

/** Darkroom's model, and the values of `imageSmoothingQuality`. */
const ways = ['darkroom', 'low', 'medium', 'high']

/** Compares Darkroom's model with the browser's own scaling by PSNR-Y on whole photographs. */
export default async function quality({ quick }) {
  return withPage('darkroom', async ({ page }) => {
    const scales = []
    for (const scale of [2, 4]) {
      const rows = []
      for (const name of kodakNames.slice(0, quick ? 1 : undefined))
        rows.push(await compare(page, scale, name))
      const entry = Object.fromEntries(ways.map((way) => [way, mean(rows.map((row) => row[way]))]))
      scales.push({ ...shown({ scale, ...entry }), rows })
    }
    return { scales }
  })
}

async function compare(page, scale, name) {
  await call(page, 'question', `/kodak/${name}`, scale)
  const request = { width: `${100 * scale}%`, output_format: 'png' }
  const row = { name }
  for (const way of ways) {
    if (way === 'darkroom') await call(page, 'job', '/in.png', request, '/out.png')
    else await call(page, 'builtIn', '/in.png', scale, way, '/out.png')
    row[way] = await call(page, 'score', '/out.png', scale)
  }
  return row
}
