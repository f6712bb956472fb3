import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { pathOnSite, sections } from '../../site/.vitepress/pages.mjs'
import { slug } from '../../site/.vitepress/slug.mjs'
import { statusOf } from '../../src/shared/errors.ts'
import { documents, root } from './docs-code.ts'

/** Returns the text without code blocks, which contain no links. */
const proseOf = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/^(```+)[\s\S]*?^\1/gm, '')

/** Returns the local targets of links and images. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, to = '']) => (/^\w+:/.test(to) ? [] : [to]))

/** Returns paths of the project in code spans, such as `src/jobs.ts`. Changelogs may name removed files. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|workers|models|scripts|test|bench|docs|demo|bin)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )

/** Returns the anchors that GitHub and the site make for a document's headings. */
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)]
    .map(([, heading = '']) => slug(heading))
    .map((anchor, index, all) => {
      const earlier = all.slice(0, index).filter((other) => other === anchor).length
      return earlier ? `${anchor}-${earlier}` : anchor
    })

function isBroken(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path ? join(dirname(from), decodeURIComponent(path)) : from
  if (!existsSync(join(root, file))) return true
  return anchor !== undefined && !anchorsOf(file).includes(anchor)
}

it.for(documents)('the links of %s lead somewhere', (file) => {
  expect(linksIn(proseOf(file)).filter((link) => isBroken(link, file))).toEqual([])
})

const present = documents.filter((file) => file !== 'CHANGELOG.md')

it.for(present)('the files that %s names exist', (file) => {
  expect(pathsIn(proseOf(file)).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('the files that the diagrams of ARCHITECTURE.md name exist', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const diagrams = [...text.matchAll(/^```mermaid$[\s\S]*?^```$/gm)].join()
  const named = diagrams.match(/\b(?:src|workers)\/[\w./-]*\w/g) ?? []
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('the sizes that README and installation name are those of docs/downloads.md', () => {
  const [downloads, readme, install] = ['docs/downloads.md', 'README.md', 'docs/install.md'].map(
    proseOf,
  ) as [string, string, string]
  const gzipped = (job: string) =>
    downloads.match(new RegExp(`^\\| ${job} \\| [\\d.]+ \\| ([\\d.]+) \\|`, 'm'))?.[1]
  const [enlarging, cutOut] = [gzipped('enlarging, 200 %'), gzipped('cut-out')]
  const installed = Math.round(Number(downloads.match(/files, ([\d.]+) MB/)?.[1]))
  expect(readme).toContain(
    `A first enlargement downloads ${enlarging} MB, a first cut-out ${cutOut} MB`,
  )
  expect(install).toContain(`[${enlarging} MB for a first enlargement]`)
  expect(install.match(/about \d+ MB/g)).toEqual(Array(2).fill(`about ${installed} MB`))
})

/** Returns the tests that a document cites: a link to the file, and the title in quotes. */
const citedIn = (text: string) =>
  [...text.matchAll(/\]\((test\/[\w./-]+)\) "([^"]+)"/g)].map(([, file = '', title = '']) => [
    file,
    title,
  ])

it('every promise of SECURITY.md names a test that exists', () => {
  const text = proseOf('SECURITY.md')
  const promises = [...text.matchAll(/^\| (?!promise|---).*$/gm)].map(([line]) => line)
  expect(promises.length).toBeGreaterThan(20)
  expect(promises.filter((line) => citedIn(line).length === 0)).toEqual([])
  const missing = citedIn(text).filter(([file = '', title = '']) => {
    return !readFileSync(join(root, file), 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})

it('every document in docs/ is a page in the sidebar of the site', () => {
  const listed = sections.flatMap(({ pages }) => pages.map(([path]) => `${path}.md`))
  const docs = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file))
  expect(docs.filter((file) => !listed.includes(file))).toEqual([])
  const paths = listed.map(pathOnSite)
  expect(new Set(paths).size).toBe(paths.length)
})

it('docs/errors.md has every code, with its status, a cause and a cure', () => {
  const [, ...sections] = proseOf('docs/errors.md').split(/^### /m)
  const described = sections.map((text) => {
    const [, code = '', status] = /^(\w+)\n\nStatus (\d+)[.,]/.exec(text) ?? []
    expect(text, code).toMatch(/^- \*\*Cause\*\*: .+[\s\S]*^- \*\*Cure\*\*: .+/m)
    return [code, Number(status)] as const
  })
  expect(described.map(([code]) => code).sort()).toEqual(Object.keys(statusOf).sort())
  expect(Object.fromEntries(described)).toEqual(statusOf)
})

// The site takes such a line for HTML, even inside a code span that goes over two lines, and does not build.
it.for(documents.filter((file) => file.startsWith('docs/')))(
  'no line of %s begins with a tag',
  (file) => {
    expect(proseOf(file).match(/^<[a-z][^\n]*/gim)).toBeNull()
  },
)

it('docs/downloads.md has the sizes of the weights as they are: `npm run downloads` writes it', () => {
  const rows = [...proseOf('docs/downloads.md').matchAll(/^\| `([\w-]+)\.onnx` \| ([\d.]+) \|/gm)]
  expect(rows.length).toBeGreaterThan(5)
  const sizeOf = (name = '') => {
    const [, model, int8] = /^(.+?)(-int8)?$/.exec(name) ?? []
    return statSync(join(root, `models/${model}/${int8 ? 'int8' : 'model'}.onnx`)).size
  }
  expect(rows.map(([, model, size]) => [model, size])).toEqual(
    rows.map(([, model]) => [model, (sizeOf(model) / 1e6).toFixed(1)]),
  )
})
