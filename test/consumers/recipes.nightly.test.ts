import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMinimalService } from '../servers/minimal-service.ts'
import { type CodeBlock, codeBlocks, documents } from '../unit/docs-code.ts'
import { command, root, viteServer } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser } from './visit.ts'

const KEY = 'key-of-an-application'
const PHOTO = join(root, 'demo/parrots.jpg')

useBrowser()
const { install, installExample } = usePackage()

/** What is run by other tests, or cannot be. Each block of each document is here or below. */
const elsewhere: Record<string, string> = {
  'recipes: Recipes': 'the Darkroom of all other recipes',
  'recipes: Bring a model': 'recipes-service-worker.nightly.test.ts',
  'recipes: Work offline': 'recipes-service-worker.nightly.test.ts',
  'recipes: Replace the remote API in an existing client': 'recipes-service-worker.nightly.test.ts',
  'requests: Two upscalers': 'a type: test/unit/docs-code.test.ts',
  'start: 3. The first image': 'below',
  README: 'below; npm ci, npm pack and npm install by every test here',
  frameworks: 'below',
  editors: 'editors.nightly.test.ts',
  hosts: 'hosts.nightly.test.ts',
  integrations: 'the test of each adapter in test/browser/ uses the real host',
  'service-worker': 'recipes-service-worker.nightly.test.ts',
  install: 'bundlers.nightly.test.ts and consumers.test.ts: their applications are these lines',
  deployment: 'bundlers.nightly.test.ts',
  formats:
    'not run: Ghostscript is AGPL, and fetched by nobody here; postscript.test.ts has a stub',
  "people: A model of the application's own":
    'not run: weights of 179 MB; own-models.test.ts runs such an option',
}

const nameOf = ({ document, heading }: CodeBlock) =>
  `${document.match(/(\w[\w-]*)\.md$/)?.[1]}: ${heading}`
const isElsewhere = (name: string) => name in elsewhere || (name.split(':')[0] ?? '') in elsewhere

const blocks = documents
  .filter((file) => /^(README|docs\/.+)\.md$/.test(file))
  .flatMap(codeBlocks)
  .filter(({ language }) => language !== 'mermaid')

const recipes = blocks
  .filter((block) => !isElsewhere(nameOf(block)) && /^[jt]s$/.test(block.language))
  .map(({ code, ...block }, index, all) => {
    const name = nameOf({ code, ...block })
    const earlier = all.slice(0, index).filter((other) => nameOf(other) === name).length
    return { name: earlier ? `${name} ${earlier + 1}` : name, code }
  })

/** A module that puts every recipe into `window`, as a function that resolves with a summary of its constants. */
function moduleOf(service: string): string {
  const imports = new Set(
    recipes
      .flatMap(({ code }) => [...code.matchAll(/^import (.*) from (.*)$/gm)])
      .flatMap(([, names = '', from]) =>
        (names.match(/\w+/g) ?? []).map((name) =>
          /^[A-Z]/.test(name)
            ? `import type { ${name} } from ${from}`
            : `import { ${name} } from ${from}`,
        ),
      ),
  )
  const functions = recipes.map(({ name, code }) => {
    const body = code.replace(/^import .*$/gm, '').replace('https://api.example.com', service)
    const constants = [...body.matchAll(/^const (?:(\w+)(?:: [^=]+)?|\{ ([\w, ]+) \}) =/gm)]
      .map(([, one, several]) => one ?? several)
      .join(', ')
    return `${JSON.stringify(name)}: async ({ darkroom: own, file, image, button, progress, logo, alert }) => {
      const darkroom = own
      return (async () => { ${body}
        return summaries({ ${constants} }, own) })()
    }`
  })
  return `${[...imports].join('\n')}

const apiKey = ${JSON.stringify(KEY)}
const bucket = 'shop'
const [accessKeyId, secretAccessKey, sessionToken] = ['id', 'secret', 'token']
const folders = await navigator.storage.getDirectory()
const source = await folders.getDirectoryHandle('source', { create: true })
const target = await folders.getDirectoryHandle('target', { create: true })
const showDirectoryPicker = async (options?: object) => (options ? target : source)

/** What the test looks at: sizes and types of results, and plain values. */
async function summaries(values: Record<string, any>, darkroom: any) {
  const summary = (value: any) =>
    value instanceof Blob
      ? { type: value.type }
      : value?.details
        ? { status: value.status, width: value.details.width, height: value.details.height, bytes: value.details.bytes, type: value.blob?.type }
        : JSON.parse(JSON.stringify(value) ?? 'null')
  const { requests = [] } = values
  const ran = await Promise.all(requests.map((request: object) => darkroom.run(request)))
  const all = { ...values, ...(ran.length > 0 && { requests: ran }) }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, Array.isArray(value) ? value.map(summary) : summary(value)]))
}

const recipes: Record<string, (scope: any) => Promise<object>> = { ${functions.join(',\n')} }

const photo = await (await fetch('/parrots.jpg')).blob()
const file = new File([photo], 'parrots.jpg', { type: 'image/jpeg' })
const written = await (await source.getFileHandle('parrots.jpg', { create: true })).createWritable()
await written.write(photo)
await written.close()
const elements = ['image:img', 'button:button', 'progress:progress'].map((pair) => pair.split(':'))
const scope = Object.fromEntries(elements.map(([name, tag]) => [name, document.createElement(tag)]))
const said: string[] = []
const darkroom = createDarkroom({ provider: 'wasm' })
Object.assign(window, {
  image: scope.image,
  said,
  runRecipe: (name: string) => recipes[name]({
    ...scope,
    darkroom,
    logo: file,
    alert: (text: string) => said.push(text),
    file: name.startsWith('errors') ? new File(['no image'], 'notes.jpg') : file,
  }),
})
`
}

interface Recipes {
  runRecipe(name: string): Promise<unknown>
  image: HTMLImageElement
  said: string[]
}
declare const window: Window & Recipes

/** What a recipe leaves in its page. */
const left: Record<string, () => unknown> = {
  'api: Previews': () => window.image.src.slice(0, 5),
  'errors: Errors': () => window.said,
  'privacy: What is kept': async () => (await indexedDB.databases()).map(({ name }) => name),
  'storages: Storages and batches': async () => {
    const disk = await navigator.storage.getDirectory()
    const out = await disk.getDirectoryHandle('out')
    return (await out.getFileHandle('chair.jpg')).name
  },
}

describe('the code of the documents', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('vite', '.')
    const service = await startMinimalService(KEY)
    writeFileSync(join(folder, 'main.js'), "import './recipes.ts'\n")
    writeFileSync(join(folder, 'recipes.ts'), moduleOf(service.url))
    cpSync(PHOTO, join(folder, 'public/parrots.jpg'))
    await command(folder, 'node_modules/.bin/vite', 'build', '--target', 'es2022')
    return service.close
  })

  async function run(name: string) {
    const { url } = await serving(join(folder, 'dist'))
    const page = await newPage()
    page.on('dialog', (dialog) => void dialog.accept())
    const shop = { path: PHOTO, headers: { 'Access-Control-Allow-Origin': '*' } }
    await page.route('https://shop.s3.us-east-1.amazonaws.com/**', (route) => route.fulfill(shop))
    await page.route('**/masks/4711.png', (route) => route.fulfill({ path: PHOTO }))
    await page.goto(url)
    await page.waitForFunction(() => 'runRecipe' in window)
    const constants = await page.evaluate((one) => window.runRecipe(one), name)
    return { constants, left: async () => left[name] && page.evaluate(left[name]) }
  }

  const jpeg = (width: number, height: number) => ({ width, height, type: 'image/jpeg' })
  const report = { total: 1, complete: 1, failed: 0, invalid: 0 }
  const expected: Record<string, object> = {
    'api: Methods, events, records and errors': {},
    'api: Previews': {},
    'errors: Errors': {},
    'privacy: What is kept': {},
    'recipes: Enlarge': { enlarged: jpeg(768, 512) },
    'people: Masks': { mask: '/masks/4711.png' },
    'people: Corrections': {},
    'recipes: Cut out': { cutout: { width: 384, height: 256, type: 'image/png' }, empty: false },
    'recipes: Cut out 2': { framed: jpeg(384, 256) },
    'recipes: Product pictures': { product: { width: 1200, height: 1200, type: 'image/webp' } },
    'recipes: Several widths': { set: { width: 384, height: 256, type: 'image/webp' } },
    'recipes: Print': { print: jpeg(874, 620) },
    'recipes: Improve a photograph': { better: jpeg(384, 256) },
    'recipes: Show progress and cancel': { job: jpeg(1536, 1024) },
    'recipes: Download before the first image': { ready: true },
    'recipes: Batch a folder': { report },
    'recipes: Keep a job beyond the page': {
      kept: { status: 'complete', width: 768 },
      blob: { type: 'image/jpeg' },
      name: 'parrots.jpg',
    },
    'remote: The remote service': {
      result_url: expect.stringMatching(/^blob:/),
      details: { sent: { picture: 'file', fields: expect.arrayContaining(['image', 'width']) } },
    },
    'requests: Requests': {},
    'start: 4. Another request': {
      requests: [{ type: 'image/png' }, jpeg(384, 256), { width: 800, height: 800 }],
    },
    'storages: Storages and batches': {},
    'storages: Batches': { report },
  }

  test('is run, but for what is listed here', () => {
    expect(recipes.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort())
    const places = Object.keys(elsewhere)
    const names = blocks.flatMap((block) => [nameOf(block), nameOf(block).split(':')[0] ?? ''])
    expect(places.filter((place) => !names.includes(place))).toEqual([])
  })

  const leaves: Record<string, unknown> = {
    'api: Previews': 'blob:',
    'errors: Errors': ['This file is no image.'],
    'privacy: What is kept': [],
    'storages: Storages and batches': 'chair.jpg',
  }

  test.for(Object.entries(expected))('%s', async ([name, outcome]) => {
    const done = await run(name)
    expect(done.constants).toMatchObject(outcome)
    // Databases are deleted after what deletes them has ended.
    await expect.poll(done.left).toEqual(leaves[name])
  })
})

/** A new application with a page of a document. */
async function applicationOf({ code }: Pick<CodeBlock, 'code'>): Promise<string> {
  const folder = await install('vite', '.')
  writeFileSync(join(folder, 'main.js'), "import './page.ts'\n")
  writeFileSync(join(folder, 'page.ts'), code)
  return folder
}

const blockOf = (document: string, isIt: (block: CodeBlock) => boolean) =>
  codeBlocks(document).find(isIt) as CodeBlock

test('the page of README.md cuts out', async () => {
  const folder = await applicationOf(blockOf('README.md', ({ language }) => language === 'ts'))
  cpSync(PHOTO, join(folder, 'public/parrot.jpg'))
  expect(await shownBy(folder)).toBe(384)
})

test('the page of docs/start.md enlarges', async () => {
  const isFirst = ({ heading }: CodeBlock) => heading === '3. The first image'
  expect(await enlargedIn(await applicationOf(blockOf('docs/start.md', isFirst)))).toBe(768)
})

const blocksOf = (language: string) =>
  codeBlocks('docs/frameworks.md').filter((block) => block.language === language)

/** Chooses a photograph in an application, and returns the width of the image that comes. */
const enlargedIn = (folder: string) =>
  shownBy(folder, (page) => page.locator('input[type=file]').setInputFiles(PHOTO))

/** Serves an application, and returns the width of the image that it shows. */
async function shownBy(folder: string, use?: (page: Page) => Promise<void>): Promise<number> {
  const server = await viteServer(folder)
  onTestFinished(() => void server.close())
  const page = await newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(server.url)
  // The server may reload the page once, when it has found all packages.
  await page.waitForLoadState('networkidle')
  await use?.(page)
  const image = page.locator('img')
  await image.waitFor({ timeout: 120_000 })
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(errors).toEqual([])
  return image.evaluate((one) => (one as HTMLImageElement).naturalWidth)
}

describe('docs/frameworks.md', () => {
  test('the component for React', async () => {
    const folder = await installExample('react-editor')
    const [block] = blocksOf('tsx')
    const app = `import { useState } from 'react'
export function App() {
  const [file, setFile] = useState<File>()
  if (file) return <Enlarged file={file} />
  return <input type="file" onChange={({ target }) => setFile(target.files?.[0])} />
}`
    writeFileSync(join(folder, 'src/app.tsx'), `${block?.code}\n${app}`)
    await command(folder, 'node_modules/.bin/tsc')
    expect(await enlargedIn(folder)).toBe(768)
  })

  test('the component for Vue', async () => {
    const folder = await installExample('vue-uploader')
    writeFileSync(join(folder, 'src/App.vue'), blocksOf('vue')[0]?.code ?? '')
    expect(await enlargedIn(folder)).toBe(768)
  })

  test('the component for Svelte', async () => {
    const folder = await install('sveltekit', 'src')
    writeFileSync(join(folder, 'src/routes/+page.svelte'), blocksOf('svelte')[0]?.code ?? '')
    await command(folder, 'node_modules/.bin/vite', 'build')
    expect(await enlargedIn(folder)).toBe(768)
  })
})
