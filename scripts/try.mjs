/**
 * Runs one request on one image in headless Chromium, writes the result and prints a line of figures. With --check,
 * runs each model on a known input and checks its output.
 */
import { accessSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { openPage } from './page.mjs'

const USAGE =
  "usage: npm run try -- <image> '<request as JSON>' [out] [--provider auto|wasm|webgpu], or --check"

const { values, positionals } = readArguments()
const [picture, request = '{}', out] = positionals
if (!picture && !values.check) fail(USAGE)
try {
  if (values.check) process.exit(await check())
  accessSync(picture)
  console.log(await run(picture, JSON.parse(request), out))
} catch (error) {
  fail(error.message)
}
process.exit(0)

function readArguments() {
  const options = {
    provider: { type: 'string', default: 'auto' },
    check: { type: 'boolean', default: false },
  }
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    fail(`${error.message}\n${USAGE}`)
  }
}

/** Prints a line per model. Returns the exit code: 1 if an output is wrong. */
async function check() {
  const { page, close } = await openPage({
    darkroom: { provider: values.provider },
    isolated: true,
  })
  page.setDefaultTimeout(0)
  const checks = await page.evaluate(() => window.darkroom.check()).finally(close)
  for (const { model, provider, ok, ms, difference, why } of checks) {
    const figures = why ?? `${ms} ms, differs by ${difference.toExponential(1)}`
    console.log(`${ok ? 'ok' : 'FAILED'}  ${model}  ${provider}  ${figures}`)
  }
  return checks.every(({ ok }) => ok) ? 0 : 1
}

async function run(picture, request, out) {
  const result = join(mkdtempSync(join(tmpdir(), 'darkroom-')), 'result')
  const files = new Map([
    ['/source', picture],
    ['/result', result],
  ])
  const { page, close } = await openPage({
    darkroom: { provider: values.provider },
    files,
    isolated: true,
  })
  try {
    const record = await page.evaluate(inPage, { request, name: basename(picture) })
    if (record.error) throw new Error(`${record.error.code}: ${record.error.message}`)
    const file = out ?? `${parse(picture).name}.out${parse(record.file_name).ext}`
    renameSync(result, file)
    return [file, ...figures(record)].join('  ')
  } finally {
    await close()
  }
}

function figures({ details, bytes, ms, warnings }) {
  const models = details.steps.map(({ model }) => model).filter(Boolean)
  const steps = details.steps.map(({ operation, ms }) => `${operation} ${ms}`)
  return [
    `provider ${details.provider ?? 'none'}`,
    `model ${models.join('+') || 'none'}`,
    `${ms} ms (${steps.join(', ')})`,
    `${details.width} x ${details.height}`,
    `${bytes} bytes`,
    ...warnings.map(({ message }) => `warning: ${message}`),
  ]
}

/** Runs in the page. Returns errors as values, because page.evaluate drops an error's code. */
async function inPage({ request, name }) {
  const source = new File([await (await fetch('/source')).blob()], name)
  const start = performance.now()
  try {
    const record = await window.darkroom.run({ url: source, ...request })
    const ms = Math.round(performance.now() - start)
    const blob = await (await fetch(record.result_url)).blob()
    await fetch('/result', { method: 'PUT', body: blob })
    return { ...record, ms, bytes: blob.size }
  } catch (error) {
    return { error: { code: error.code ?? error.name, message: error.message } }
  }
}

function fail(message) {
  console.error(message)
  process.exit(2)
}
