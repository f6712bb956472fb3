import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectFolder } from './folders.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** Files that an application can do without: what they are for is then refused. */
const optional = { magick: 'magick.wasm' }
/** A WebAssembly module with nothing in it, by which the library knows that the file was left out. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/**
 * Copies the published files, without types, into a folder. Those of `without` are empty modules there. Returns the
 * message to print.
 */
export function assets(to, without = []) {
  const unknown = without.find((name) => !Object.hasOwn(optional, name))
  if (unknown !== undefined) {
    throw new Error(
      `Expected --without ${Object.keys(optional).join(' or ')} but received ${unknown}`,
    )
  }
  if (!existsSync(dist)) throw new Error(`Expected the built library in ${dist}, but it is missing`)
  expectFolder(to)
  const files = readdirSync(dist).filter((file) => !/\.(d\.ts|d\.cts|cjs)$/.test(file))
  mkdirSync(to, { recursive: true })
  for (const file of files) cpSync(join(dist, file), join(to, file))
  for (const name of without) writeFileSync(join(to, optional[name]), EMPTY_MODULE)
  const bytes = files.reduce((sum, file) => sum + statSync(join(to, file)).size, 0)
  return `${files.length} files (${(bytes / 1e6).toFixed(1)} MB) are now in ${resolve(to)}
Give createDarkroom the URL under which that folder is served: createDarkroom({ assetsUrl: '/darkroom/' })`
}
