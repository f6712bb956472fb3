import { open } from '../lib/browser.mjs'
import { question } from '../lib/crops.mjs'
import { kodak } from '../lib/kodak.mjs'
import { mean } from '../lib/stats.mjs'

/** Darkroom's model, and the values of `imageSmoothingQuality`. */
const ways = ['darkroom', 'low', 'medium', 'high']

/** Compares Darkroom's model with the browser's own scaling by PSNR-Y on whole photographs. */
export async function quality({ quick }) {
  const { page, site, close } = await open('darkroom')
  try {
    const scales = []
    for (const scale of [2, 4]) {
      const rows = []
      for (const picture of kodak(quick ? 1 : undefined)) {
        rows.push(await compare(page, site, scale, question(picture, scale)))
      }
      const entry = Object.fromEntries(ways.map((way) => [way, mean(rows.map((row) => row[way]))]))
      console.log(JSON.stringify({ scale, ...entry }))
      scales.push({ scale, ...entry, rows })
    }
    return { scales }
  } finally {
    await close()
  }
}

async function compare(page, site, scale, { name, png, score }) {
  site.files.set('/in.png', png)
  await page.evaluate(
    async ({ scale, ways }) => {
      const { job, builtIn } = window.bench
      await job('/in.png', { width: `${100 * scale}%`, output_format: 'png' }, '/darkroom')
      for (const way of ways.slice(1)) await builtIn('/in.png', scale, way, `/${way}`)
    },
    { scale, ways },
  )
  const scores = ways.map((way) => [way, score(site.files.get(`/${way}`))])
  return { name, ...Object.fromEntries(scores) }
}
