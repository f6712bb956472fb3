import { readdirSync, readFileSync } from 'node:fs'
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

/** Every 40th, in an order in which the first few come from everywhere: their paths, and the files for a page's site. */
export function spreadStreet() {
  const names = streetNames(40)
  const paths = names.map((_, i) => `/street/${names[(i * 7) % names.length]}`)
  const files = new Map(
    names.map((name) => [`/street/${name}`, readFileSync(findData(`${STREET}/${name}`))]),
  )
  return { paths, files }
}
