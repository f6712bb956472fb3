import { shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'

const requests = [
  ['cut-out', { background: { remove: 'auto' } }],
  ['x2', { width: '200%' }],
  ['auto_enhance', { preset: 'auto_enhance' }],
]

/** Measures how far `overall_ratio` is from the share of the time that has passed, at each event of a warm job. */
export default async function progress({ quick }) {
  const [width, height] = quick ? [384, 256] : [1216, 832]
  return withPage('darkroom', async ({ page, site }) => {
    const [path] = await photograph(page, site, width, height)
    const rows = []
    for (const [name, request] of requests) {
      const run = () => page.evaluate(watch, { path, request })
      await run()
      rows.push(shown({ name, ...(await run()) }))
    }
    return { width, height, rows }
  })
}

async function watch({ path, request }) {
  const url = await (await fetch(path)).blob()
  const events = []
  const start = performance.now()
  const onProgress = ({ overall_ratio }) => events.push([overall_ratio, performance.now() - start])
  await window.bench.darkroom.run({ url, ...request }, { onProgress })
  const ms = performance.now() - start
  const away = events.map(([ratio, at]) => Math.abs(ratio - at / ms))
  const fell = events.filter(([ratio], i) => ratio < (events[i - 1]?.[0] ?? 0)).length
  return { events: events.length, furthest: Math.max(...away), fell }
}
