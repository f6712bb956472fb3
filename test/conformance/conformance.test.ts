import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findData } from '../../scripts/lib/shared-data.mjs'
import { command } from '../consumers/applications.ts'
import { ownModel } from '../remote/own-model.ts'
import { hasSamples, startConformanceServer } from '../servers/conformance-server.js'
import { startHandlerServer } from '../servers/handler-server.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { openSite } from '../servers/service-worker-site.ts'
import { report } from './report.js'
import { rows, strays } from './rows.js'
import { runRow } from './run.js'

const KEY = 'a-key'
const STORAGE = 'shop'
const root = fileURLToPath(new URL('../..', import.meta.url))
const samples = findData('formats/good') as string

interface Row {
  section: string
  id: string
}
interface Settings {
  baseUrl: string
  apiKey: string
  helper: string
  storage: string
  samples?: string
  brief?: boolean
}
interface Outcome {
  outcome: 'passed' | 'failed' | 'skipped'
  message?: string
}

let helper: Awaited<ReturnType<typeof startConformanceServer>>
let site: Awaited<ReturnType<typeof openSite>>
let server: Awaited<ReturnType<typeof startHandlerServer>>
let reference: Awaited<ReturnType<typeof startReferenceService>>
let page: Page
let waited: Promise<unknown>

beforeAll(async () => {
  helper = await startConformanceServer(samples)
  const models = { own: await ownModel() }
  server = await startHandlerServer({ models }, { keys: [KEY], storage: STORAGE })
  reference = await startReferenceService({
    keys: [KEY],
    storages: [STORAGE],
    local: server.service,
  })
  site = await openSite()
  for (const file of readdirSync(import.meta.dirname, { recursive: true }).map(String)) {
    if (!file.endsWith('.js')) continue
    site.scripts.set(`/conformance/${file}`, readFileSync(join(import.meta.dirname, file), 'utf8'))
  }
  page = await site.openControlled({ darkroom: { keys: [KEY], models }, storage: STORAGE })
  // It takes half a minute, which the rows of the reference service use: those of the same page would delay it.
  waited = Promise.all([inPage(waiting), onNode(waiting)])
})

afterAll(async () => {
  await site?.close()
  reference?.close()
  await server?.close()
  helper?.close()
})

const settings = (baseUrl: string, brief = false): Settings => ({
  baseUrl,
  brief,
  apiKey: KEY,
  helper: helper.url,
  storage: STORAGE,
  ...(hasSamples(samples) && { samples: `${helper.url}/samples` }),
})

/** Code as text: Vitest rewrites `import()`, so that it would not work in a page. */
const inPage = ({ section, id }: Row) =>
  page.evaluate(`(async () => {
    const { runRow } = await import('/conformance/run.js')
    return runRow(...${JSON.stringify([section, id, settings(site.origin)])})
  })()`) as Promise<Outcome>

const onNode = ({ section, id }: Row): Promise<Outcome> =>
  runRow(section, id, settings(server.url, true))

const onReference = ({ section, id }: Row): Promise<Outcome> =>
  runRow(section, id, settings(reference.url, true))

/** The row whose answer rows of other sections share. */
const waiting = rows.find(({ id }) => id === 'wait of process_result') as Row

const overHttp = rows.filter((row) => !('elsewhere' in row))
/** Its slowest network, which the service worker's page tries too. */
const slow = new Set(['remove: auto', 'remove: item'])
const onServer = overHttp.filter(({ id }) => !slow.has(id))
/** What the reference service does itself. It passes all else to the server on Node. */
const generative = overHttp.filter((row) => 'sent' in row)

describe.each([
  ['the reference service', onReference, generative],
  ['the service worker', inPage, overHttp],
  ['the server on Node', onNode, onServer],
] as const)('%s', (_, run, here) => {
  if (run !== onReference) beforeAll(() => waited)
  test.for(here)('$section > $id', async (row, { skip }) => {
    const { outcome, message } = await run(row)
    if (outcome === 'skipped') skip(message)
    expect([outcome, message]).toEqual(['passed', undefined])
  })
})

describe('npm run conformance', () => {
  const script = join(root, 'scripts/conformance.mjs')
  const run = (...args: string[]) => command(root, process.execPath, script, ...args)

  test('prints the outcome of each row', async () => {
    const printed = await run(server.url, KEY, '--only', '2.9')
    expect(printed).toContain('passed  2.9 Account record > credits\n')
    expect(printed).toContain('7 passed, 0 failed, 0 skipped')
  })

  test('fails where a row fails, and says why', async () => {
    const failure = run(server.url, 'wrong', '--only', '2.9')
    await expect(failure).rejects.toThrow(/failed {2}2\.9 .*credits: Expected an integer/)
  })
})

test('every test belongs to a row', () => {
  expect(strays).toEqual([])
})

test('the files that the report names are there', () => {
  const named = rows.flatMap(({ decided, file }) => [decided, file])
  expect([...new Set(named)].filter((file) => !existsSync(join(root, String(file))))).toEqual([])
})

test('the report fails where a linked test does not contain its row', () => {
  const read = () => 'it("is another test")'
  const [first] = rows
  const linked = { ...first, file: 'test/unit/plan.test.ts', title: 'is the test of this row' }
  expect(() => report([linked], read)).toThrow('has no test is the test of this row')
  const sent = { ...first, file: 'test/remote/rows.test.ts', sent: ['placement.width'] }
  expect(() => report([sent], read)).toThrow('has no row placement.width')
  expect(() => report([{ ...linked, title: 'is another test' }], read)).not.toThrow()
})

test('docs/compatibility.md is the report', async () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  await expect(report(rows, read)).toMatchFileSnapshot(join(root, 'docs/compatibility.md'))
})
