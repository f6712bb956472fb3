import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type CodeBlock, codeBlocks, documents, root } from './docs-code.ts'

/** Compiled and run with the hosts' packages by nightly tests of these names in test/consumers/. */
const HOSTS = ['docs/editors.md', 'docs/hosts.md']

const published = documents.filter((file) => /^(README|docs\/.+)\.md$/.test(file))
const blocks = published.filter((file) => !HOSTS.includes(file)).flatMap(codeBlocks)

/** The file of an example that a block repeats, as its first line says. Those are compiled with the example. */
const exampleOf = ({ code }: CodeBlock) => /^\/\/ (examples\/\S+)\n/.exec(code)?.[1]

/** What blocks take for granted: an application's own elements and values. */
const GLOBALS = `
import type { createDarkroom as create, Darkroom, JobRecord, ProcessingRequest } from 'darkroom-web'
declare global {
  const createDarkroom: typeof create
  const darkroom: Darkroom
  const file: File
  const logo: File
  const request: ProcessingRequest
  const image: HTMLImageElement
  const button: HTMLButtonElement
  const progress: HTMLProgressElement
  const handle: FileSystemDirectoryHandle & { requestPermission(options?: object): Promise<PermissionState> }
  const job: JobRecord
  const apiKey: string
  const bucket: string
  const accessKeyId: string
  const secretAccessKey: string
  const sessionToken: string
  /** As \`@types/wicg-file-system-access\` has it. */
  function showDirectoryPicker(options?: object): Promise<FileSystemDirectoryHandle>
}
`

const ENTRIES = {
  'darkroom-web': 'index.ts',
  'darkroom-web/external-assets': 'external-assets.ts',
  'darkroom-web/ckeditor': 'adapters/ckeditor.ts',
  'darkroom-web/filepond': 'adapters/filepond.ts',
  'darkroom-web/form': 'adapters/form.ts',
  'darkroom-web/react': 'adapters/react.ts',
  'darkroom-web/tinymce': 'adapters/tinymce.ts',
  'darkroom-web/uppy': 'adapters/uppy.ts',
  'darkroom-web/service-worker': 'http/service-worker.ts',
  'darkroom-web/storages': 'storages.ts',
}

/** Compiles files by name as modules of one program. Returns the errors in them. */
function compile(files: Map<string, string>): string[] {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/docs-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, code] of files) writeFileSync(join(folder, name), code)
  const paths = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entry]) => [name, [join(root, 'src', entry)]]),
  )
  const config = {
    extends: join(root, 'src/tsconfig.json'),
    // What an application leaves unused is its affair.
    compilerOptions: {
      paths,
      types: ['vite/client', 'node'],
      noUnusedLocals: false,
      noUnusedParameters: false,
      allowJs: true,
      checkJs: true,
      // Scripts without types cannot declare those of their parameters.
      noImplicitAny: false,
    },
    include: ['.'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  try {
    execFileSync(process.execPath, [join(dirname(manifest), 'bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    // Node's types, which Vite's need, contradict those of the DOM that the sources are checked with elsewhere.
    const lines = (error as { stdout: string }).stdout.split('\n')
    return lines.filter((line) => line && !line.startsWith('src/'))
  }
}

it('every block of code in README and docs compiles against the types', () => {
  const files = new Map([['globals.d.ts', GLOBALS]])
  for (const { document, line, language, code } of blocks.filter((one) => !exampleOf(one))) {
    // Named after the block; the errors' lines count from the line above it.
    const name = `${document.replace(/\W/g, '-')}-line-${line}.${language}`
    if (/^[jt]s$/.test(language)) files.set(name, `export {}\n${code}`)
  }
  expect(files.size).toBeGreaterThan(30)
  expect(compile(files)).toEqual([])
})

it('documents that open folders name the types of that, which TypeScript lacks', () => {
  const picking = published.filter((file) =>
    codeBlocks(file).some(({ code }) => code.includes('showDirectoryPicker(')),
  )
  expect(picking).not.toEqual([])
  for (const file of picking)
    expect(readFileSync(join(root, file), 'utf8'), file).toContain('@types/wicg-file-system-access')
})

it('a wrong field does not compile, in neither language', () => {
  const code = "export {}\nawait darkroom.run({ url: file, widht: '200%' })\n"
  const errors = compile(
    new Map([
      ['globals.d.ts', GLOBALS],
      ['typed.ts', code],
      ['plain.js', code],
    ]),
  ).join('\n')
  for (const file of ['typed.ts', 'plain.js']) {
    expect(errors.split('.cache/').find((error) => error.includes(file))).toContain("'widht'")
  }
})

it.each([
  ["{ url: file, width: '2x' }", `Type '"2x"' is not assignable to type 'LengthInput`],
  ["{ urls: [file], enhancements: ['lihgt'] }", `Did you mean '"light"'?`],
])('the compiler says in one line what is wrong: %s', (request, expected) => {
  const code = `export {}\nawait darkroom.run(${request})\nawait darkroom.run({ url: file, width: '200%' })\n`
  const errors = compile(new Map([['globals.d.ts', GLOBALS], ['typed.ts', code]])) // biome-ignore format: a line
  expect(errors).toEqual([expect.stringContaining(expected)])
})

it('blocks that name a file of an example are that file', () => {
  const named = blocks.filter(exampleOf)
  expect(named.length).toBeGreaterThan(0)
  for (const block of named) {
    const file = exampleOf(block) ?? ''
    expect(block.code, file).toBe(`// ${file}\n${readFileSync(join(root, file), 'utf8')}`)
  }
})
