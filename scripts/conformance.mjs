/** Tests every row of the service interface against a server, and prints the outcomes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report } from '../test/conformance/report.js'
import { rows } from '../test/conformance/rows.js'
import { runRow } from '../test/conformance/run.js'
import { Service } from '../test/conformance/service.js'
import { hasSamples, startConformanceServer } from '../test/servers/conformance-server.js'
import { inProject } from './lib/in-project.mjs'

const USAGE = `usage: npm run conformance -- <base url> <key> [--only <section>] [--storage <name>] [--samples <folder>] [--write]

  --only      one section, such as 2.2
  --storage   the name of a storage that the service has, for the rows about storages
  --samples   a folder of pictures in the input formats with a manifest.json
  --write     writes docs/compatibility.md where nothing fails`

/** The full set of images if available, else the smaller set in the repository. */
const samples = ['../shared/data/formats/good', 'test/fixtures/formats/good']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    storage: { type: 'string' },
    samples: { type: 'string', default: samples.map(inProject).find(existsSync) },
    write: { type: 'boolean' },
  },
})
const [baseUrl, apiKey] = positionals
if (!apiKey) {
  console.error(USAGE)
  process.exit(2)
}

const helper = await startConformanceServer(values.samples)
const settings = {
  baseUrl: baseUrl.replace(/\/+$/, ''),
  apiKey,
  ...((await canReach()) && { helper: helper.url }),
  ...(hasSamples(values.samples) && { samples: `${helper.url}/samples` }),
  ...(values.storage && { storage: values.storage }),
}
const counts = { passed: 0, failed: 0, skipped: 0 }
const chosen = rows.filter(({ section }) => !values.only || section.startsWith(`${values.only} `))
for (const { section, id } of chosen) {
  const { outcome, message } = await runRow(section, id, settings)
  counts[outcome]++
  console.log(`${outcome.padEnd(8)}${section} > ${id}${message ? `: ${message}` : ''}`)
}
helper.close()
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
if (counts.failed > 0) process.exitCode = 1
else if (values.write && !values.only)
  writeFileSync(
    inProject('docs/compatibility.md'),
    report(rows, (path) => readFileSync(inProject(path), 'utf8')),
  )

/** Whether the service can reach this machine. */
async function canReach() {
  const service = new Service({ baseUrl, apiKey })
  return service.develop({ url: `${helper.url}/picture.png` }).then(
    () => true,
    () => false,
  )
}
