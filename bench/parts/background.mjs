import { open, openPage } from '../lib/browser.mjs'
import { cutOuts, hasCutOuts } from '../lib/cut-outs.mjs'
import { mean, median } from '../lib/stats.mjs'

/** By turns: Darkroom, and the models of `@imgly/background-removal`, of which `medium` is the default. */
const sides = {
  Darkroom: {
    page: 'darkroom',
    run: (page, to) =>
      page.evaluate(
        (to) =>
          window.bench.job('/in.jpg', { background: { remove: 'auto' }, output_format: 'png' }, to),
        to,
      ),
  },
  medium: { page: 'background-removal', run: imgly('medium') },
  small: { page: 'background-removal', run: imgly('small') },
}

function imgly(model) {
  return (page, to) =>
    page.evaluate(([model, to]) => window.bench.job('/in.jpg', model, to), [model, to])
}

/** Compares background removal with `@imgly/background-removal` by turns, on photographs with reference cut-outs. */
export async function background({ quick }) {
  if (!hasCutOuts()) throw new Error('the cut-outs are not at ../shared/data/cutout')
  const given = cutOuts(quick ? 1 : undefined)
  const { browser, page, site, close } = await open('darkroom')
  try {
    const first = await firstRuns(browser, site, given.at(-1))
    const pages = {}
    for (const [name, side] of Object.entries(sides))
      pages[name] = await openPage(browser, site, side.page)
    const rows = []
    // The first one warms all up.
    for (const cutOut of [given.at(-1), ...given]) {
      site.files.set('/in.jpg', cutOut.photograph)
      site.files.set('/reference.png', cutOut.reference)
      const row = { name: cutOut.name }
      for (const [name, { run }] of Object.entries(sides)) {
        const { ms } = await run(pages[name], '/out.png')
        row[name] = { ms, ...(await page.evaluate(score)) }
      }
      console.log(JSON.stringify(row))
      rows.push(row)
    }
    return { rows: Object.keys(sides).map((name) => summary(name, rows.slice(1), first[name])) }
  } finally {
    await close()
  }
}

const score = () => window.bench.alphaScore('/out.png', '/reference.png')

/** The bytes that a first job downloads, gzipped, and the milliseconds from the request for the page to its result. */
async function firstRuns(browser, site, { photograph }) {
  site.files.set('/in.jpg', photograph)
  const first = {}
  for (const [name, side] of Object.entries(sides)) {
    site.downloaded()
    const page = await openPage(browser, site, side.page)
    const { since } = await side.run(page)
    await page.context().close()
    first[name] = { bytes: site.downloaded(), ms: since }
    console.log(name, JSON.stringify(first[name]))
  }
  return first
}

function summary(name, rows, first) {
  const of = (key) => rows.map((row) => row[name][key])
  return {
    name,
    ms: median(of('ms')),
    overlap: mean(of('overlap')),
    leastOverlap: Math.min(...of('overlap')),
    error: mean(of('error')),
    first,
    images: rows.length,
  }
}
