/** Measures Darkroom in Chromium and writes docs/performance.md: node run.mjs [part...] [--quick] */
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { isShared, skip } from '../scripts/lib/shared-data.mjs'
import { buildPages } from './lib/build.mjs'
import { machine } from './lib/machine.mjs'
import { writeReport } from './report.mjs'
import { sections } from './report-sections.mjs'

/** The data without which a part's figures are not those of the document: the Kodak photographs, where nothing is said. */
const needs = {
  contributed: [],
  background: ['cutout'],
  requirements: ['kodak', 'faces'],
  effort: ['matting/street'],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const names = Object.keys(sections)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown) throw new Error(`Expected one of ${names.join(', ')} but received ${unknown}`)

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
if (positionals.join() !== 'contributed') await buildPages()
for (const name of positionals.length ? positionals : names) {
  console.log(`${name} (load ${loadavg()[0].toFixed(1)})`)
  const { default: measure } = await import(`./parts/${name}.mjs`)
  const result = await measure(values)
  if (!result) continue
  const missing = (needs[name] ?? ['kodak']).find((path) => !isShared(path))
  if (missing) skip(`${name} in docs/performance.md`, missing)
  else {
    const text = JSON.stringify(
      { machine: await machine(), quick: values.quick, ...result },
      null,
      2,
    )
    writeFileSync(new URL(`${name}.json`, results), `${text}\n`)
    writeReport()
  }
}
