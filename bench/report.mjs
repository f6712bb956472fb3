import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { sections } from './report-sections.mjs'

const docs = new URL('../docs/', import.meta.url)

const intro = `# Performance

Written by \`npm run bench\`. Every figure was measured in headless Chromium, on a page built by Vite. Ratios come from one run in
which both sides took turns; seconds depend on the machine.
`

/** Writes docs/performance.md: of the parts without a stored result it keeps what it has. */
export function writeReport() {
  const file = new URL('performance.md', docs)
  const kept = existsSync(file) ? sectionsOf(readFileSync(file, 'utf8')) : {}
  const text = Object.entries(sections).flatMap(([name, section]) => {
    const result = read(name)
    if (result) return [`${section(result)}\n\n${origin(name, result)}\n`]
    return kept[name] ?? []
  })
  mkdirSync(docs, { recursive: true })
  writeFileSync(file, [intro, ...text].join('\n'))
}

/** The sections of a report by the part that wrote each: its last line is the command. */
export function sectionsOf(report) {
  const section = /^## (?:(?!^## ).)*?^_`npm run bench -- ([\w-]+).*?_$\n/gms
  return Object.fromEntries([...report.matchAll(section)].map(([text, name]) => [name, text]))
}

function read(name) {
  const file = new URL(`results/${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const origin = (name, { machine, quick }) =>
  `_\`npm run bench -- ${name}${quick ? ' --quick' : ''}\`; ${machine}._`
