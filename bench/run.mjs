/** Measures Darkroom in Chromium and writes docs/performance.md: node run.mjs [part...] [--quick] */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildPages } from './lib/build.mjs'
import { hasKodak } from './lib/kodak.mjs'
import { machine } from './lib/machine.mjs'
import { autoEnhance } from './parts/auto-enhance.mjs'
import { background } from './parts/background.mjs'
import { cache } from './parts/cache.mjs'
import { contributed } from './parts/contributed.mjs'
import { lanes } from './parts/lanes.mjs'
import { longTasks } from './parts/long-tasks.mjs'
import { memory } from './parts/memory.mjs'
import { networks } from './parts/networks.mjs'
import { overhead } from './parts/overhead.mjs'
import { peers } from './parts/peers.mjs'
import { previews } from './parts/previews.mjs'
import { quality } from './parts/quality.mjs'
import { requirements } from './parts/requirements.mjs'
import { sample } from './parts/sample.mjs'
import { small } from './parts/small.mjs'
import { writeReport } from './report.mjs'

const parts = {
  overhead,
  small,
  cache,
  lanes,
  previews,
  'long-tasks': longTasks,
  memory,
  requirements,
  'auto-enhance': autoEnhance,
  sample,
  networks,
  quality,
  peers,
  background,
  contributed,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !(name in parts))
if (unknown)
  throw new Error(`Expected one of ${Object.keys(parts).join(', ')} but received ${unknown}`)
if (!hasKodak()) {
  console.log('skipped: the Kodak photographs are not at ../shared/data/kodak')
  process.exit(0)
}

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
await buildPages()
for (const name of positionals.length ? positionals : Object.keys(parts)) {
  console.log(name)
  const result = { machine: await machine(), quick: values.quick, ...(await parts[name](values)) }
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(result, null, 2)}\n`)
  writeReport()
}
