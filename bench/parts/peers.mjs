import { open, openPage } from '../lib/browser.mjs'
import { question } from '../lib/crops.mjs'
import { kodak } from '../lib/kodak.mjs'
import { mean, median } from '../lib/stats.mjs'
import { fastestBackend } from './peers-backend.mjs'

/** Side of the input crops, in pixels. On whole images esrgan-thick takes too long. */
const SIDE = 128

/** Compares Darkroom and UpscalerJS (esrgan-thick) by turns on the same crops, in two pages of one browser. */
export async function peers({ quick }) {
  const backend = quick ? { name: 'wasm', tried: [] } : await fastestBackend()
  const { browser, page, site, close } = await open('darkroom')
  try {
    const peer = await openPage(browser, site, 'upscaler')
    await peer.evaluate((name) => window.bench.backend(name), backend.name)
    const scales = []
    for (const scale of [2, 4]) {
      const pictures = kodak(quick ? 1 : 5).map((picture) => question(picture, scale, SIDE))
      const rows = []
      for (const picture of [pictures[0], ...pictures]) {
        rows.push(await compare({ darkroom: page, upscaler: peer }, site, scale, picture))
      }
      // Drop the first row: it warmed both up.
      const entry = { scale, ...summary(rows.slice(1)) }
      entry.downloads = await downloads(browser, site, scale, pictures[0], backend.name)
      console.log(JSON.stringify(entry))
      scales.push(entry)
    }
    return { backend, side: SIDE, scales }
  } finally {
    await close()
  }
}

const runners = {
  darkroom: (page, scale, to) =>
    page.evaluate(
      ([scale, to]) =>
        window.bench.job('/in.png', { width: `${100 * scale}%`, output_format: 'png' }, to),
      [scale, to],
    ),
  upscaler: (page, scale, to) =>
    page.evaluate(([scale, to]) => window.bench.job('/in.png', scale, to, {}), [scale, to]),
}

async function compare(pages, site, scale, { name, png, megapixels, score }) {
  site.files.set('/in.png', png)
  const row = { name }
  for (const [library, page] of Object.entries(pages)) {
    const { ms } = await runners[library](page, scale, '/out.png')
    row[library] = { ms: ms / megapixels, psnr: score(site.files.get('/out.png')) }
  }
  return row
}

/** Returns the median time and the mean PSNR over all crops. */
function summary(rows) {
  const of = (library) => ({
    secondsPerMegapixel: median(rows.map((row) => row[library].ms)) / 1000,
    psnr: mean(rows.map((row) => row[library].psnr)),
  })
  return { darkroom: of('darkroom'), upscaler: of('upscaler'), rows }
}

/** Measures the bytes that a first job downloads, gzipped, and the milliseconds until its result. */
async function downloads(browser, site, scale, { png }, backend) {
  site.files.set('/in.png', png)
  const measured = {}
  for (const library of Object.keys(runners)) {
    site.downloaded()
    const page = await openPage(browser, site, library)
    if (library === 'upscaler') await page.evaluate((name) => window.bench.backend(name), backend)
    const { since } = await runners[library](page, scale)
    await page.context().close()
    measured[library] = { bytes: site.downloaded(), firstMs: since }
  }
  return measured
}
