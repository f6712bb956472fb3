import { shown, withPage } from '../lib/browser.mjs'
import { photograph } from '../lib/picture.mjs'
import { median } from '../lib/stats.mjs'

const ROUNDS = 7

/** Compares a thumbnail during an enlargement with one alone. */
export default async function lanes({ quick }) {
  const [width, height] = quick ? [768, 512] : [1216, 832]
  return withPage('darkroom', async ({ page, site }) => {
    const [path] = await photograph(page, site, width, height)
    const result = shown(await page.evaluate(measure, { path, rounds: ROUNDS }))
    const medians = { alone: median(result.alone), during: median(result.during.slice(1)) }
    return { width, height, first: result.during[0], job: result.job, ...medians }
  })
}

async function measure({ path, rounds }) {
  const { job } = window.bench
  const thumbnail = async () => (await job('/kodak/01', { width: 100, output_format: 'jpeg' })).ms
  const several = async (isOver = () => false) => {
    const times = []
    for (let i = 0; i < rounds; i++) {
      times.push(await thumbnail())
      if (isOver()) throw new Error('the enlargement was over before the thumbnails')
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    return times
  }
  await thumbnail()
  await job('/kodak/03', { width: '110%' })
  const alone = await several()
  let over = false
  const enlargement = job(path, { width: '200%' }).finally(() => {
    over = true
  })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const during = await several(() => over)
  return { alone, during, job: (await enlargement).ms }
}
