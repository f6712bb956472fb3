import { open } from '../lib/browser.mjs'
import { kodakFiles, photograph } from '../lib/kodak.mjs'
import { renderers, rendererWithWorker } from '../lib/renderer.mjs'

/** Sources in pixels; x2 makes 6, 12 and 24 megapixels of them. */
const sizes = { full: [[1500, 1000], [2124, 1416], [3000, 2000]], quick: [[768, 512]] } // biome-ignore format: a table

/** The renderer's peak memory during one x2 job, over that of an idle page, for several sizes. */
export async function memory({ quick }) {
  const rows = []
  for (const [width, height] of quick ? sizes.quick : sizes.full) {
    const row = await measure(width, height, { width: '200%', output_format: 'jpeg' })
    console.log(JSON.stringify(row))
    rows.push({ output: (4 * width * height) / 1e6, ...row })
  }
  return { rows }
}

/** Memory in MB of a job, and of each of its steps; the bytes that its plan declares; seconds, and how its progress was told. `small`: the size of the image of a first job. */
export async function measure(width, height, request, small = [160, 120]) {
  const { path, files } = await compose([width, height], small)
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

/** The peak of the plan, in bytes. */
async function declaredBytes({ path, request }) {
  const url = await (await fetch(path)).blob()
  return (await window.bench.darkroom.plan({ url, ...request })).peak_bytes
}

/** Pictures are made in a browser of their own: that memory is not to be counted. */
async function compose(size, smallSize) {
  const { page, site, close } = await open('darkroom', { files: kodakFiles() })
  const large = await photograph(page, site, ...size)
  const [, small] = await photograph(page, site, ...smallSize)
  await close()
  return { path: large[0], files: new Map([large, ['/small.jpg', small]]) }
}

/** Waits until memory no longer falls: compilers and collectors go on for a while. */
async function settle(page, browser) {
  const total = async () => [...(await renderers(browser)).values()].reduce((a, b) => a + b, 0)
  for (let round = 0, last = Number.POSITIVE_INFINITY, calm = 0; round < 20 && calm < 3; round++) {
    await page.waitForTimeout(2000)
    const now = await total()
    calm = last - now < 1 ? calm + 1 : 0
    last = now
  }
}

/** Memory at the start of each step and the most during it; the list fills while the job runs. */
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

/** `told`: reports of progress, the longest silence between two in seconds, and whether one went back. */
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
