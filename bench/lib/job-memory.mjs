import { call, withPage } from './browser.mjs'
import { photograph } from './picture.mjs'
import { renderers, rendererWithWorker } from './renderer.mjs'

/** Size of an image that warms up. */
export const SMALL = [160, 120]

/**
 * Measures one job: memory in MB in total and for each step, the bytes that its plan declares, seconds, and its progress
 * events. A job on a small image runs first, to warm up. `sigma`: noise that is added, of 255.
 */
export async function measureMemory(width, height, request, sigma = 0) {
  const { path, files } = await compose([width, height], sigma)
  return withPage('darkroom', (opened) => measureJob(opened, path, request), { files })
}

async function measureJob({ browser, page }, path, request) {
  await settle(page, browser)
  const idle = await renderers(browser)
  await page.evaluate((request) => window.bench.darkroom.preload(request), request)
  await call(page, 'job', '/small.jpg', request)
  await settle(page, browser)
  const renderer = await rendererWithWorker(browser)
  const cold = idle.get(renderer.pid)
  const warm = renderer.now()
  const steps = await watchSteps(page, renderer)
  const { ms, steps: times, told } = await page.evaluate(runJob, { path, request })
  const declared = await page.evaluate(declaredBytes, { path, request })
  const peak = Math.max(...steps.map(({ peak }) => peak))
  return { seconds: ms / 1000, cold, warm, peak, steps, times, told, declared }
}

/** Returns the peak memory that the plan declares, in bytes. */
export async function declaredBytes({ path, request }) {
  const url = await (await fetch(path)).blob()
  return (await window.bench.darkroom.plan({ url, ...request })).peak_bytes
}

/** Makes the images in a separate browser, so that their memory is not counted. */
const compose = (size, sigma) =>
  withPage('darkroom', async ({ page, site }) => {
    const [path, image] = await photograph(page, site, ...size, sigma)
    const [, small] = await photograph(page, site, ...SMALL)
    const files = new Map([[path, image], ['/small.jpg', small]]) // biome-ignore format: a line
    return { path, files }
  })

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
