import { isShared, skip } from '../../scripts/lib/shared-data.mjs'
import { call, shown, withPage } from '../lib/browser.mjs'
import { STREET, spreadStreet } from '../lib/street.mjs'

/** How long each is measured, in seconds: as many photographs as that allows. */
const SECONDS = { x2: 135, x4: 45, auto_enhance: 400 }

/** Compares the time of enlargements by SPAN, and of the preset, with that of what Darkroom computes of it. */
export default async function effort({ quick }) {
  if (!isShared(STREET)) return skip('effort', STREET)
  const { paths, files } = spreadStreet()
  const measure = async ({ page }) => {
    await call(page, 'openInFp32', paths, paths[0], request)
    const rows = {
      x2: (path, isFirst) => enlarged(page, path, 2, isFirst),
      x4: (path, isFirst) => enlarged(page, path, 4, isFirst),
      auto_enhance: (path, isFirst) => enhanced(page, path, isFirst),
    }
    const kinds = []
    for (const [name, row] of Object.entries(rows))
      kinds.push({ name, rows: await timed(paths, row, quick ? 0 : SECONDS[name]) })
    return { kinds }
  }
  return withPage('darkroom', measure, { files })
}

/** Rows of as many photographs as begin in time. What is given comes first for every second one. */
async function timed(paths, rowOf, seconds) {
  await rowOf(paths[0], true)
  const rows = []
  const end = Date.now() + seconds * 1000
  for (const [i, path] of paths.entries()) {
    if (i > 0 && Date.now() > end) break
    rows.push(shown({ path, ...(await rowOf(path, i % 2 === 0)) }))
  }
  return rows
}

async function enlarged(page, path, scale, givenFirst) {
  const time = (isSparing) => call(page, 'enlarge', path, scale, isSparing)
  const [given, whole] = await inTurn(
    givenFirst,
    () => time(true),
    () => time(false),
  )
  const idle = 1 - given.networkMs / given.ms
  return { computed: given.computed, whole: whole.ms, given: given.ms, idle }
}

const request = { preset: 'auto_enhance', output_format: 'jpeg' }

/** The whole: in fp32, in the usual tiles. */
async function enhanced(page, path, givenFirst) {
  const run = (name) => () => call(page, name, path, request)
  const [given, whole] = await inTurn(givenFirst, run('job'), run('fp32Job'))
  const { computed = 1 } = given.steps.find(({ operation }) => operation === 'upscale')
  return { computed, whole: whole.ms, given: given.ms }
}

/** What both give, the first of them called last unless `firstComesFirst`. */
async function inTurn(firstComesFirst, first, second) {
  if (firstComesFirst) return [await first(), await second()]
  const later = await second()
  return [await first(), later]
}
