import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of a file or folder of the project. */
export const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The path of a folder of the whole test data, without which a command ends. */
export function wholeData(path = '') {
  const folder = inProject(`../shared/data/${path}`)
  if (existsSync(folder)) return folder
  console.error(`Expected photographs in ${folder}`)
  process.exit(1)
}
