import { call, openPage, shown, withPage } from '../lib/browser.mjs'
import { fastestBackend } from '../lib/fastest-backend.mjs'
import { kodakNames } from '../lib/kodak.mjs'
import { mean, median } from '../lib/stats.mjs'

/** Side of the input crops, in pixels. On whole images esrgan-thick takes too long. */
const SIDE = 128

const libraries = ['darkroom', 'upscaler']

/** Compares Darkroom and UpscalerJS (esrgan-thick) by turns on the same crops, in two pages of one browser. */
export default async function peers({ quick }) {
  const paths = kodakNames.slice(0, quick ? 1 : 5).map((name) => `/kodak/${name}`)
  const backend = quick ? { name: 'wasm', tried: [] } : await fastestBackend(paths[0])
  return withPage('darkroom', async ({ browser, page, site }) => {
    const peer = await openPage(browser, site, 'upscaler')
    await call(peer, 'backend', backend.name)
    const scales = []
    for (const scale of [2, 4]) {
      const rows = []
      for (const path of [paths[0], ...paths])
        rows.push(await compare({ darkroom: page, upscaler: peer }, scale, path))
      // Drop the first row: it warmed both up.
      const entry = { scale, ...summary(rows.slice(1)) }
      entry.downloads = await downloads(browser, site, scale, backend.name)
      scales.push(shown(entry))
    }
    return { backend, side: SIDE, scales }
  })
}

function upscale(library, page, scale, to) {
  const request = { width: `${100 * scale}%`, output_format: 'png' }
  return library === 'darkroom'
    ? call(page, 'job', '/in.png', request, to)
    : call(page, 'job', '/in.png', scale, to, {})
}

async function compare(pages, scale, path) {
  const megapixels = await call(pages.darkroom, 'question', path, scale, SIDE)
  const row = { name: path }
  for (const library of libraries) {
    const { ms } = await upscale(library, pages[library], scale, '/out.png')
    const psnr = await call(pages.darkroom, 'score', '/out.png', scale)
    row[library] = { ms: ms / megapixels, psnr }
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

/** Measures the bytes that a first job downloads, gzipped: on the crop that was the last question. */
async function downloads(browser, site, scale, backend) {
  const measured = {}
  for (const library of libraries) {
    site.downloaded()
    const page = await openPage(browser, site, library)
    if (library === 'upscaler') await call(page, 'backend', backend)
    await upscale(library, page, scale)
    await page.context().close()
    measured[library] = { bytes: site.downloaded() }
  }
  return measured
}
