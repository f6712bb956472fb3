import { shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'

/** Finds main-thread tasks above 50 ms during a job. The page is not cross-origin isolated, so WASM has one thread. */
export default async function longTasks({ quick }) {
  const [width, height] = quick ? [384, 256] : [1728, 1160]
  return withPage(
    'darkroom',
    async ({ page, site }) => {
      const [path] = await photograph(page, site, width, height)
      return { width, height, ...shown(await page.evaluate(watch, path)) }
    },
    { isolated: false },
  )
}

async function watch(path) {
  const { darkroom, job } = window.bench
  const { threads } = await darkroom.info()
  const tasks = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
  const { ms } = await job(path, { width: '200%' })
  await pause()
  const result = { threads, ms, count: tasks.length, longest: Math.max(0, ...tasks) }
  // A deliberate long task proves that the observer works.
  const end = performance.now() + 100
  while (performance.now() < end);
  await pause()
  if (tasks.length === result.count) throw new Error('Chromium reports no long tasks')
  return result
}
