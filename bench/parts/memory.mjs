import { open } from '../lib/browser.mjs'
import { kodakFiles, photograph } from '../lib/kodak.mjs'
import { addNoise } from '../lib/noise.mjs'
import { renderers, rendererWithWorker } from '../lib/renderer.mjs'

/** Source sizes in pixels. Upscaled x2, they become 6, 12 and 24 megapixels. */
const sizes = { full: [[1500, 1000], [2124, 1416], [3000, 2000]], quick: [[768, 512]] } // biome-ignore format: a table

const SMALL = [160, 120]

/** Measures the renderer's peak memory during one x2 job, above that of an idle page, for several sizes. */
export async function memory({ quick }) {
  const rows = []
  for (const [width, height] of quick ? sizes.quick : sizes.full) {
    const row = await measure(width, height, { width: '200%', output_format: 'jpeg' })
    console.log(JSON.stringify(row))
    rows.push({ output: (4 * width * height) / 1e6, ...row })
  }
  return { rows }
}

/**
 * Measures one job: memory in MB in total and for each step, the bytes that its plan declares, seconds, and its progress
 * events. A job on a small image runs first, to warm up. `sigma`: noise that is added, of 255.
 */
export async function measure(width, height, request, sigma = 0) {
  const { path, files } = await compose([width, height], sigma)
  const { browser, page, close } = await open('darkroom', { files })
  try {
    await settle(page, browser)
    const idle = await renderers(browser)
    await page.evaluate(async (request) => {
      await window.bench.darkroom.preload(request)
      await window.bench.job('/small.jpg', request)
    }, request)
    await settle(page, browser)
    const renderer = await rendererWithWorker(browser)
    const cold = idle.get(renderer.pid)
    const warm = renderer.now()
    const steps = await watchSteps(page, renderer)
    const { ms, steps: times, told } = await page.evaluate(runJob, { path, request })
    const declared = await page.evaluate(declaredBytes, { path, request })
    const peak = Math.max(...steps.map(({ peak }) => peak))
    return { seconds: ms / 1000, cold, warm, peak, steps, times, told, declared }
  } finally {
    await close()
  }
}

/** Returns the peak memory that the plan declares, in bytes. */
export async function declaredBytes({ path, request }) {
  const url = await (await fetch(path)).blob()
  return (await window.bench.darkroom.plan({ url, ...request })).peak_bytes
}

/** Makes the images in a separate browser, so that their memory is not counted. */
async function compose(size, sigma) {
  const { page, site, close } = await open('darkroom', { files: kodakFiles() })
  const [path] = await photograph(page, site, ...size)
  if (sigma > 0) await page.evaluate(addNoise, { from: path, to: path, sigma })
  const [, small] = await photograph(page, site, ...SMALL)
  const files = new Map([[path, site.files.get(path)], ['/small.jpg', small]]) // biome-ignore format: a line
  await close()
  return { path, files }
}

/** Waits until memory stops falling: compilation and garbage collection continue for a while. */
async function settle(page, browser) {
  const total = async () => [...(await renderers(browser)).values()].reduce((a, b) => a + b, 0)
  for (let round = 0, last = Number.POSITIVE_INFINITY, calm = 0; round < 20 && calm < 3; round++) {
    await page.waitForTimeout(2000)
    const now = await total()
    calm = last - now < 1 ? calm + 1 : 0
    last = now
  }
}

/** Records memory at the start of each step, and its peak. The returned list grows while the job runs. */
async function watchSteps(page, renderer) {
  const steps = []
  const begin = (operation) => {
    const last = steps.at(-1)
    if (last?.operation === operation) return
    if (last) last.peak = renderer.peak()
    renderer.reset()
    steps.push({ operation, start: renderer.now(), peak: 0 })
  }
  await page.exposeFunction('onStep', begin)
  begin('start')
  return steps
}

/** Runs a job. `told` has the number of progress events, the longest gap in seconds, and whether progress went back. */
async function runJob({ path, request }) {
  const { darkroom, job } = window.bench
  const told = { reports: 0, silence: 0, back: false }
  let last
  let [before, at] = [0, performance.now()]
  darkroom.on('progress', ({ operation, step, steps, ratio }) => {
    const [done, now] = [(step - 1 + ratio) / steps, performance.now()]
    told.reports++
    told.silence = Math.max(told.silence, (now - at) / 1000)
    told.back ||= done < before
    before = done
    at = now
    if (operation !== last) void window.onStep(operation)
    last = operation
  })
  const result = await job(path, request)
  await window.onStep('end')
  return { ...result, told }
}
