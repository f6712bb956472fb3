import { open } from '../lib/browser.mjs'
import { kodakFiles, photograph } from '../lib/kodak.mjs'

/** Tasks above 50 ms on the main thread during a job, in a page that is not isolated: one thread. */
export async function longTasks({ quick }) {
  const [width, height] = quick ? [384, 256] : [1728, 1160]
  const { page, site, close } = await open('darkroom', { files: kodakFiles(), isolated: false })
  try {
    const [path] = await photograph(page, site, width, height)
    const result = await page.evaluate(watch, path)
    console.log(JSON.stringify(result))
    return { width, height, ...result }
  } finally {
    await close()
  }
}

async function watch(path) {
  const { darkroom, job } = window.bench
  const { threads } = await darkroom.info()
  const tasks = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const { ms } = await job(path, { width: '200%' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  observer.disconnect()
  return { threads, ms, count: tasks.length, longest: Math.max(0, ...tasks) }
}
