import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sections } from './report-sections.mjs'

const docs = new URL('../docs/', import.meta.url)

const intro = `# Performance

Written by \`npm run bench\`: every figure below was measured in headless Chromium, by a page that Vite built.
Ratios come from one run, where both sides took turns; seconds belong to the machine they were measured on.
`

/** Writes docs/performance.md from all results that there are. */
export function writeReport() {
  const text = Object.entries(sections).flatMap(([name, section]) => {
    const result = read(name)
    return result ? [`${section(result)}\n\n${origin(name, result)}\n`] : []
  })
  mkdirSync(docs, { recursive: true })
  writeFileSync(new URL('performance.md', docs), [intro, ...text].join('\n'))
}

function read(name) {
  const file = new URL(`results/${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const origin = (name, { machine, quick }) =>
  `_\`npm run bench -- ${name}${quick ? ' --quick' : ''}\`; ${machine}._`
