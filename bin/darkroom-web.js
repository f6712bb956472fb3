#!/usr/bin/env node
/** The command `darkroom-web`. */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `usage: darkroom-web assets --to <folder>

  assets   copies the library, its worker, the wasm files and the weights into a folder that a
           server or a CDN serves: for pages without a bundler, and for bundlers that do not find
           workers (esbuild). With it goes darkroom-service-worker.js, which sees the pages below
           its own folder: a file at the top that says importScripts('/darkroom/<that file>') sees
           all of them.

  --to     the folder, such as public/darkroom; it is made where it is missing
  --help   these lines`

const dist = fileURLToPath(new URL('../dist', import.meta.url))

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  console.log(values.help ? USAGE : command(positionals, values))
} catch (error) {
  console.error(`darkroom-web: ${error.message}`)
  process.exitCode = 1
}

function command([name, ...rest], { to }) {
  if (name !== 'assets') {
    throw new Error(`Expected the command assets but received ${name ?? 'none'}\n\n${USAGE}`)
  }
  if (rest.length > 0)
    throw new Error(`Expected nothing after assets but received ${rest.join(' ')}`)
  if (!to) throw new Error('Expected --to <folder>, such as --to public/darkroom')
  return assets(to)
}

function assets(to) {
  if (!existsSync(dist)) throw new Error(`Expected the built library in ${dist}, but it is missing`)
  if (existsSync(to) && !statSync(to).isDirectory()) {
    throw new Error(`Expected a folder for --to but received a file: ${to}`)
  }
  const files = readdirSync(dist).filter((file) => !file.endsWith('.d.ts'))
  mkdirSync(to, { recursive: true })
  for (const file of files) cpSync(join(dist, file), join(to, file))
  const bytes = files.reduce((sum, file) => sum + statSync(join(to, file)).size, 0)
  return `${files.length} files (${(bytes / 1e6).toFixed(1)} MB) are now in ${resolve(to)}
Give createDarkroom the URL under which that folder is served: createDarkroom({ assetsUrl: '/darkroom/' })`
}
