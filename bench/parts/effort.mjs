import { readFileSync } from 'node:fs'
import { findData, isShared, skip } from '../../scripts/lib/shared-data.mjs'
import { call, shown, withPage } from '../lib/browser.mjs'
import { STREET, streetNames } from '../lib/street.mjs'

/** How long each scale is measured: as many photographs as that allows. */
const SECONDS = { 2: 135, 4: 45 }

/** Compares the time of an enlargement by SPAN, whole, with what Darkroom computes of it. */
export default async function effort({ quick }) {
  if (!isShared(STREET)) return skip('effort', STREET)
  const names = spread(streetNames(40))
  const files = new Map(
    names.map((name) => [`/street/${name}`, readFileSync(findData(`${STREET}/${name}`))]),
  )
  return withPage(
    'darkroom',
    async ({ page }) => ({ scales: await timeScales(page, names, quick) }),
    { files },
  )
}

async function timeScales(page, names, quick) {
  const scales = []
  for (const [key, seconds] of Object.entries(SECONDS)) {
    const scale = Number(key)
    const time = (name, isSparing) => call(page, 'enlarge', `/street/${name}`, scale, isSparing)
    await time(names[0], true)
    const rows = []
    const end = Date.now() + seconds * 1000
    for (const [i, name] of names.entries()) {
      if (i > 0 && (quick || Date.now() > end)) break
      const first = await time(name, i % 2 === 0)
      const second = await time(name, i % 2 === 1)
      const [spared, whole] = i % 2 === 0 ? [first, second] : [second, first]
      rows.push(
        shown({
          ...{ scale, name, computed: spared.computed, whole: whole.ms, spared: spared.ms },
          idle: 1 - spared.networkMs / spared.ms,
        }),
      )
    }
    scales.push({ scale, rows })
  }
  return scales
}

/** Another order, in which the first few come from everywhere. */
const spread = (names) => names.map((_, i) => names[(i * 7) % names.length])
