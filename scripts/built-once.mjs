import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../node_modules/.darkroom', import.meta.url))

/**
 * Builds something for tests, unless it was built from the same sources before. Resolves with its folder.
 * @param {string} name
 * @param {string} id names the sources.
 * @param {(folder: string) => Promise<unknown>} build writes into the folder that it is given.
 */
export async function builtOnce(name, id, build) {
  const folder = `${cache}/${name}`
  const built = `${folder}/${id}`
  if (existsSync(built)) return built
  mkdirSync(folder, { recursive: true })
  const unfinished = mkdtempSync(`${built}-`)
  await build(unfinished)
  // Another process may have been faster.
  if (!existsSync(built)) renameSync(unfinished, built)
  for (const other of readdirSync(folder).filter((other) => !other.startsWith(id))) {
    rmSync(`${folder}/${other}`, { recursive: true, force: true })
  }
  return built
}
