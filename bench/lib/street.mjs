import { readdirSync } from 'node:fs'
import { findData } from '../../scripts/lib/shared-data.mjs'

export const STREET = 'matting/street'

/**
 * Every so many of the street photographs, 550 x 830, by name. The threshold of plain cells was chosen on the 20th, 60th and
 * so on, of which neither every 8th nor every 40th is one. None in a fresh clone.
 */
export function streetNames(every) {
  const folder = findData(STREET)
  const names = folder ? readdirSync(folder).filter((name) => name.endsWith('.jpg')) : []
  return names.sort().filter((_, i) => i % every === 0)
}

/** Paths of every 8th in a page that serves the test data. */
export const streetPaths = streetNames(8).map((name) => `/shared-data/${STREET}/${name}`)
