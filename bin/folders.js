import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** @throws if `--to` is missing or names something other than a folder. */
export function expectFolder(to) {
  if (existsSync(to) && !statSync(to).isDirectory()) {
    throw new Error(`Expected a folder for --to but received a file: ${to}`)
  }
}

/** Creates a folder if it is missing. Returns a function that removes it again if it is still empty. */
export function makeFolder(to) {
  expectFolder(to)
  const first = mkdirSync(to, { recursive: true })
  return () => {
    if (first === undefined) return
    try {
      for (let folder = resolve(to); ; folder = dirname(folder)) {
        rmdirSync(folder)
        if (folder === resolve(first)) return
      }
    } catch {
      // Not empty any more: it stays.
    }
  }
}
