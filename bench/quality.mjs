/**
 * Measures the quality of enhancements on real photographs in Chromium, and writes docs/quality.md:
 * node bench/quality.mjs [--pictures 12] [section ...]. Sections that are not named keep their figures.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findData, isShared, skip } from '../scripts/lib/shared-data.mjs'
import { heldOutPictures, judgedOn, people } from './lib/alpha-files.mjs'
import { openScript, photographs } from './lib/script-page.mjs'
import { streetPaths } from './lib/street.mjs'

const report = new URL('../docs/quality.md', import.meta.url)
const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string', default: '12' } },
})

const paths = photographs.slice(0, Number(options.pictures))
// Their names end with a part of a hash.
const answers = fileURLToPath(new URL('../.cache/answers', import.meta.url))
const teacher = (existsSync(answers) ? readdirSync(answers) : []).map((file) => [
  `/answers/${file.replace(/-[0-9a-f]{8}\.png$/, '')}.png`,
  `${answers}/${file}`,
])
const { run, close } = await openScript('quality.ts', 'quality', { files: new Map(teacher) })
const plan = await run('plan')
const unknown = only.filter((name) => !plan.some((section) => section.name === name))
if (unknown.length > 0) throw new RangeError(`no section is called ${unknown.join(', ')}`)
const parts = existsSync(report) ? readFileSync(report, 'utf8').split(/^(?=## )/m) : []
const tables = new Map(plan.map(({ name }) => [name, written(name)]))
for (const section of plan.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const given = { alphas: judgedOn, people, street: streetPaths, ...heldOutPictures }
  const images = given[section.pictures] ?? paths
  const { needs = ['kodak'], count = images.length } = section
  const missing = needs.find((path) => !findData(path))
  if (missing) {
    for (const row of section.rows) skip(`${section.name}, ${row}`, missing)
    continue
  }
  if (section.pictures === 'degraded' && teacher.length === 0) {
    const why = 'needs answers of x4plus in .cache/answers: models/build/README.md'
    console.log(`${section.name}: skipped: ${why}`)
    continue
  }
  const rows = []
  for (const [index, name] of section.rows.entries()) {
    const figures = []
    for (let seed = 0; seed < count; seed++)
      figures.push(await run('measure', images[seed], seed, section.name, index))
    rows.push(line(name, figures, section))
    console.log(section.name, rows.at(-1))
  }
  const reduced = needs.find((path) => !isShared(path))
  if (reduced) {
    skip(`${section.name} in docs/quality.md`, reduced)
    continue
  }
  tables.set(section.name, table(section, rows, count))
  writeFileSync(report, text([...tables.values()].filter(Boolean)))
}
await close()
process.exit(0)

/** Returns a section of the existing report, or undefined if it is missing. */
function written(name) {
  const part = parts.find((each) => each.startsWith(`## \`${name}\``))
  return part && `${part.trimEnd()}\n`
}

/** Formats a row: means over the images, with the worst value in the columns that show it. */
function line(name, figures, { columns, worstFrom = columns.length, worst = 'least' }) {
  const worstOf = { least: Math.min, most: Math.max }[worst]
  const cells = columns.map((_, i) => {
    const values = figures.map((each) => each[i]).filter(Number.isFinite)
    if (values.length === 0) return ''
    const mean = (values.reduce((a, b) => a + b) / values.length).toFixed(2)
    return i < worstFrom ? mean : `${mean} (${worstOf(...values).toFixed(2)})`
  })
  return `| ${[name, ...cells].join(' | ')} |`
}

function table({ name, about, columns }, rows, count) {
  const head = `| | ${columns.join(' | ')} |\n|---|${columns.map(() => '---:|').join('')}`
  return `## \`${name}\`\n\n${about} Images: ${count}.\n\n${head}\n${rows.join('\n')}\n`
}

function text(tables) {
  return `# Quality

Means over Kodak photographs that no training step has read (restoration: the middle 320 x 320 px of each), or over pages in three
fonts that no training has read; the worst is in brackets. Everything runs through the public object in Chromium. The classical method
beside the models is told what they have to find out: NL-means the noise, the others which of several strengths is best for the image.
\`npm run quality\` writes this page. [light-and-color.md](light-and-color.md) and [white-balance.md](white-balance.md) say how light and
colour work.

${tables.join('\n')}`
}
