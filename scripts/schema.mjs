/** Writes src/schema.json, the JSON Schema of a request, or with `--check` only compares it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const file = fileURLToPath(new URL('../src/schema.json', import.meta.url))
const source = fileURLToPath(new URL('schema/json-schema.ts', import.meta.url))
const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })
const text = `${JSON.stringify(module.requestSchema(), null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/schema.json is not what the schema says: npm run schema')
  process.exitCode = 1
}
