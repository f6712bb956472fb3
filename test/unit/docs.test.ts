import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

/** Returns the text without code blocks, which contain no links. */
const proseOf = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/^(```+)[\s\S]*?^\1/gm, '')

/** Returns the local targets of links and images. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, to = '']) => (/^\w+:/.test(to) ? [] : [to]))

/** Returns paths of the project in code spans, such as `src/service.ts`. Changelogs may name removed files. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|workers|models|scripts|test|bench|docs|demo|bin)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )

/** Returns the anchors that GitHub makes for a document's headings. */
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

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
