import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectFolder } from './folders.js'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** Copies the published files, except types, into a folder. Returns the text to print. */
export function assets(to) {
  if (!existsSync(dist)) throw new Error(`Expected the built library in ${dist}, but it is missing`)
  expectFolder(to)
  const files = readdirSync(dist).filter((file) => !file.endsWith('.d.ts'))
  mkdirSync(to, { recursive: true })
  for (const file of files) cpSync(join(dist, file), join(to, file))
  const bytes = files.reduce((sum, file) => sum + statSync(join(to, file)).size, 0)
  return `${files.length} files (${(bytes / 1e6).toFixed(1)} MB) are now in ${resolve(to)}
Give createDarkroom the URL under which that folder is served: createDarkroom({ assetsUrl: '/darkroom/' })`
}
