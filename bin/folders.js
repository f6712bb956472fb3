import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** @throws where `--to` is something else than a folder, or nothing yet. */
export function expectFolder(to) {
  if (existsSync(to) && !statSync(to).isDirectory()) {
    throw new Error(`Expected a folder for --to but received a file: ${to}`)
  }
}

/** Makes a folder where it is missing. Answers what unmakes that, where nothing came into it. */
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
      // Something else came into it meanwhile: then it stays.
    }
  }
}
