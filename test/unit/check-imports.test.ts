import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-imports.mjs', import.meta.url))

const table = `
| room | holds | may import | packages |
| --- | --- | --- | --- |
| \`src/low/\` | first | | \`comlink\` |
| \`src/high/\` | second | \`src/low/\` | |
| \`src/wrong/\` | third | \`src/last.ts\` | |
| \`src/last.ts\` | last | \`src/high/\` | |
| \`workers/codecs/formats/\` | formats | | |
| \`workers/codecs/\` | codecs | \`workers/codecs/\` | |
`

/** What the script says of one file at `path` among other, empty ones. */
function check(path: string, source: string) {
  const root = mkdtempSync(join(tmpdir(), 'darkroom-rooms-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = { 'ARCHITECTURE.md': table, [path]: source }
  for (const folder of ['src', 'workers', 'models', 'demo']) mkdirSync(join(root, folder))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' })
  return status === 0 ? '' : stderr.trim()
}

test.each([
  ['src/high/a.ts', "import { b } from '../low/b.ts'"],
  ['src/high/a.ts', "import { b } from './b.ts'"],
  ['src/last.ts', "export * from './high/a.ts'"],
  ['src/low/a.ts', "import { wrap } from 'comlink/some/part'"],
  ['workers/codecs/formats/eps/decode.ts', "import { decode } from '../tiff/decode.ts'"],
  ['workers/codecs/registry.ts', "export { eps } from './formats/eps/index.ts'"],
])('%s may: %s', (path, source) => {
  expect(check(path, source)).toBe('')
})

test.each([
  [
    'src/low/a.ts',
    "import type { B } from '../high/b.ts'",
    '`src/low/` may not import `src/high/`',
  ],
  ['src/low/a.ts', "type B = import('../high/b.ts').B", '`src/low/` may not import `src/high/`'],
  ['src/low/a.ts', "const b = () => import('../high/b.ts')", '`src/low/` may not import'],
  ['src/low/a.ts', "export * from '../high/b.ts'", '`src/low/` may not import `src/high/`'],
  ['src/high/a.ts', "import { wrap } from 'comlink'", '`src/high/` may not import it'],
  ['src/wrong/a.ts', "import '../last.ts'", '`src/last.ts` stands below `src/wrong/`'],
  ['src/other/a.ts', "import '../low/a.ts'", 'lies in no room'],
  [
    'workers/codecs/formats/eps/decode.ts',
    "import { tiff } from '../tiff/index.ts'",
    'only the registry',
  ],
])('%s may not: %s', (path, source, reason) => {
  expect(check(path, source)).toContain(reason)
})

test('the imports of this repository keep to the tables', () => {
  execFileSync(process.execPath, [script], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
  })
})
