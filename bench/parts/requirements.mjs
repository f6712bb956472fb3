import { readFileSync } from 'node:fs'
import { findData, skip } from '../../scripts/lib/shared-data.mjs'
import { call, shown, withPage } from '../lib/browser.mjs'
import { declaredBytes } from '../lib/job-memory.mjs'
import { kodakFiles } from '../lib/kodak.mjs'
import { picture } from '../lib/picture.mjs'
import { rendererWithWorker } from '../lib/renderer.mjs'
import { median } from '../lib/stats.mjs'

const FACE = 'faces/ffhq-clean.png'

const [SMALL, SQUARE, MEDIUM, LARGE] = [[868, 580], [709, 709], [1736, 1160], [3000, 2000]] // biome-ignore format: a table
const QUICK = [480, 320]
/** Runs of each job without a network, each in a browser of its own. */
const RUNS = 3
/** Jobs before, after which V8 has compiled what a job uses: that takes up to 100 MB for a second. */
const WARM_UPS = 60
const TINY = [24, 16]
/** A face is found in it. */
const TINY_FACE = [128, 128]

const enhance = (enhancement, type) => ({
  enhancements: [enhancement],
  ...(type && { [`${enhancement}_parameters`]: { type } }),
})

/**
 * Name, picture, sizes and request of each job. Where the content decides, the picture is one that takes the most. Networks
 * take as much for a tile of any image: they are measured once, on a small one.
 */
const jobs = [
  ['none', 'photograph', [MEDIUM, LARGE], {}],
  ['light', 'photograph', [MEDIUM, LARGE], enhance('light')],
  ['color', 'photograph', [MEDIUM, LARGE], enhance('color')],
  ['resize', 'photograph', [MEDIUM, LARGE], { width: '90%' }],
  ['fit: canvas', 'photograph', [MEDIUM], { width: 1736, height: 1736, fit: 'canvas' }],
  ['none, transparent PNG to PNG', 'veiled', [MEDIUM, LARGE], { output_format: 'png' }],
  ['none, transparent PNG to WebP', 'veiled', [MEDIUM, LARGE], { output_format: 'webp' }],
  ['none, to WebP', 'photograph', [MEDIUM, LARGE], { output_format: 'webp' }],
  ['none, to AVIF', 'photograph', [MEDIUM, LARGE], { output_format: 'avif' }],
  ['none, to JPEG XL', 'photograph', [MEDIUM, LARGE], { output_format: 'jxl' }],
  ['upscale x2, faithful', 'photograph', [SMALL], { width: '200%', upscale_parameters: { mode: 'faithful' } }], // biome-ignore format: a row
  ['upscale x2, auto', 'photograph', [SMALL], { width: '200%' }],
  ['clean', 'soiled', [MEDIUM], enhance('clean')],
  ['denoise v1', 'soiled', [SMALL], enhance('denoise', 'v1')],
  ['denoise v2', 'soiled', [SMALL], enhance('denoise', 'v2')],
  ['deblur', 'soiled', [SMALL], enhance('deblur', 'v1')],
  ['cut-out', 'photograph', [SMALL], { background: { remove: 'auto' }, output_format: 'png' }],
  ['face_enhance', 'face', [SQUARE], enhance('face_enhance')],
  ['auto_enhance', 'noisy-face', [SQUARE], { preset: 'auto_enhance' }],
]

/**
 * Compares the memory that `plan()` declares with the renderer's measured peak. The baseline is a page that has run the
 * same job on a tiny image many times, after its garbage was collected. The heap of a cut-out's network, which is the same for
 * images of any size, is in that: so is what the plan declares for the tiny image.
 */
export default async function requirements({ quick }) {
  const rows = []
  for (const [name, kind, sizes, { output_format = 'jpeg', ...rest }] of jobs) {
    if (hasFace(kind) && !findData(FACE)) {
      skip(name, FACE)
      continue
    }
    for (const [width, height] of quick ? [QUICK] : sizes) {
      const runs = []
      const count = quick || width < MEDIUM[0] ? 1 : RUNS
      while (runs.length < count)
        runs.push(await measure(kind, [width, height], { output_format, ...rest }))
      const measured = median(runs.map(({ measured }) => measured))
      rows.push(shown({ name, width, height, declared: runs[0].declared / 1e6, measured }))
    }
  }
  return { rows }
}

async function measure(kind, size, request) {
  const files = await draw(kind, size)
  const [large, small] = files.keys()
  const measureJob = async ({ browser, page }) => {
    await page.evaluate(warmUp, { path: small, request, times: WARM_UPS })
    await collect(page)
    const renderer = await rendererWithWorker(browser)
    const warm = renderer.now() - renderer.mapped()
    renderer.reset()
    await call(page, 'job', large, request)
    const measured = renderer.peak() - renderer.mapped() - warm
    const declared = (path) => page.evaluate(declaredBytes, { path, request })
    const before = request.background ? await declared(small) : 0
    return { measured, declared: (await declared(large)) - before }
  }
  return withPage('darkroom', measureJob, { files, args: ['--js-flags=--expose-gc'] })
}

const hasFace = (kind) => kind.endsWith('face')

async function warmUp({ path, request, times }) {
  const { darkroom, job } = window.bench
  await darkroom.preload(request)
  for (let i = 0; i < times; i++) await job(path, request)
}

/** What is loaded and compiled leaves tens of megabytes of garbage, in which a job would find room. */
async function collect(page) {
  for (let i = 0; i < 2; i++) {
    await page.waitForTimeout(1500)
    await page.evaluate(() => window.gc())
    // Threads of onnxruntime never answer.
    const workers = page.workers().map((worker) => worker.evaluate(() => self.gc()))
    await Promise.race([Promise.allSettled(workers), page.waitForTimeout(1500)])
  }
  await page.waitForTimeout(1500)
}

/** Draws in another browser, whose memory is not counted. */
function draw(kind, size) {
  const files = kodakFiles()
  if (hasFace(kind)) files.set('/face', readFileSync(findData(FACE)))
  const tiny = hasFace(kind) ? TINY_FACE : TINY
  const both = async ({ page, site }) =>
    new Map([await picture(page, site, kind, size), await picture(page, site, kind, tiny)])
  return withPage('darkroom', both, { files })
}
