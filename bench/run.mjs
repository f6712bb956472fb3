/**
 * Measures Darkroom in Chromium and writes docs/performance.md: node run.mjs [part...] [--quick] [--anyway]
 * Where the machine is busy, a part that measures time is left out; with --anyway it is measured and printed, not written.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isShared, skip } from '../scripts/lib/shared-data.mjs'
import { buildPages } from './lib/build.mjs'
import { machine } from './lib/machine.mjs'
import { LIMIT, quiet } from './lib/quiet.mjs'
import { writeReport } from './report.mjs'
import { sections } from './report-sections.mjs'

/** The data without which a part's figures are not those of the document: the Kodak photographs, where nothing is said. */
const needs = {
  contributed: [],
  background: ['cutout'],
  requirements: ['kodak', 'faces'],
  effort: ['matting/street'],
}

/** Parts that measure no time of this machine. */
const timeless = ['contributed', 'memory', 'quality', 'requirements']
const WAIT_MS = 300_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    anyway: { type: 'boolean', default: false },
  },
})
const names = Object.keys(sections)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown) throw new Error(`Expected one of ${names.join(', ')} but received ${unknown}`)

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
if (positionals.join() !== 'contributed') await buildPages()
for (const name of positionals.length ? positionals : names) {
  const busy = timeless.includes(name) ? 0 : await quiet(values.anyway ? 0 : WAIT_MS)
  console.log(`${name} (other processes keep ${busy.toFixed(1)} cores busy)`)
  const isBusy = busy > LIMIT
  if (isBusy && !values.anyway) {
    console.error(
      `  not measured: expected at most ${LIMIT} busy cores. --anyway measures, and prints only`,
    )
    process.exitCode = 1
    continue
  }
  const { default: measure } = await import(`./parts/${name}.mjs`)
  const result = await measure(values)
  if (!result) continue
  if (isBusy) {
    console.log(JSON.stringify(result, null, 2))
    continue
  }
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
