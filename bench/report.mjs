import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sections } from './report-sections.mjs'

const docs = new URL('../docs/', import.meta.url)

const intro = `# Performance

Written by \`npm run bench\`. Every figure was measured in headless Chromium, on a page built by Vite. Ratios come from one run in
which both sides took turns; seconds depend on the machine.
`

/** Writes docs/performance.md from the stored results of all parts. */
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
