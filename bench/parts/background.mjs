import { readdirSync, readFileSync } from 'node:fs'
import { findData, skip } from '../../scripts/lib/shared-data.mjs'
import { call, openPage, shown, withPage } from '../lib/browser.mjs'
import { mean, median } from '../lib/stats.mjs'

const auto = { background: { remove: 'auto' }, output_format: 'png' }

/** By turns: Darkroom, and the models of `@imgly/background-removal`, of which `medium` is the default. */
const sides = {
  Darkroom: { page: 'darkroom', given: auto },
  medium: { page: 'background-removal', given: 'medium' },
  small: { page: 'background-removal', given: 'small' },
}

/** Compares background removal with `@imgly/background-removal` by turns, on photographs with reference cut-outs. */
export default async function background({ quick }) {
  const folder = findData('cutout')
  if (!folder) return skip('background', 'cutout')
  const names = readdirSync(folder).flatMap((file) => file.match(/^(.+)\.out\.png$/)?.[1] ?? [])
  const given = names.sort().slice(0, quick ? 1 : undefined)
  return withPage('darkroom', async ({ browser, page, site }) => {
    const take = (name) => {
      site.files.set('/in.jpg', readFileSync(`${folder}/${name}.jpg`))
      site.files.set('/reference.png', readFileSync(`${folder}/${name}.out.png`))
    }
    take(given.at(-1))
    const first = await firstRuns(browser, site)
    const pages = {}
    for (const [name, side] of Object.entries(sides))
      pages[name] = await openPage(browser, site, side.page)
    const rows = []
    // The first one warms all up.
    for (const cutOut of [given.at(-1), ...given]) {
      take(cutOut)
      const row = { name: cutOut }
      for (const [name, { given }] of Object.entries(sides)) {
        const { ms } = await call(pages[name], 'job', '/in.jpg', given, '/out.png')
        row[name] = { ms, ...(await call(page, 'alphaScore', '/out.png', '/reference.png')) }
      }
      rows.push(shown(row))
    }
    return { rows: Object.keys(sides).map((name) => summary(name, rows.slice(1), first[name])) }
  })
}

/** The bytes that a first job downloads, gzipped, and the milliseconds from the request for the page to its result. */
async function firstRuns(browser, site) {
  const first = {}
  for (const [name, side] of Object.entries(sides)) {
    site.downloaded()
    const page = await openPage(browser, site, side.page)
    const { since } = await call(page, 'job', '/in.jpg', side.given)
    await page.context().close()
    first[name] = shown({ name, bytes: site.downloaded(), ms: since })
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
