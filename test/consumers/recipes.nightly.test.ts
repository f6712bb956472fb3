import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeBlocks } from '../unit/docs-code.ts'
import { command, root, viteServer } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser } from './visit.ts'

const PHOTO = join(root, 'demo/parrots.jpg')

useBrowser()
const { install, installExample } = usePackage()

/** Recipes that need more than a page: recipes-service-worker.nightly.test.ts runs them. */
const elsewhere = ['Recipes', 'Bring a model', 'Work offline']

const recipes = codeBlocks('docs/recipes.md')
  .filter(({ language, heading }) => language === 'ts' && !elsewhere.includes(heading))
  .map(({ code, heading }, index, all) => {
    const earlier = all.slice(0, index).filter((other) => other.heading === heading).length
    return { name: earlier ? `${heading} ${earlier + 1}` : heading, code }
  })

/** A module that puts every recipe into `window`, as a function that resolves with a summary of its constants. */
function moduleOf(): string {
  const imports = new Set(recipes.flatMap(({ code }) => code.match(/^import .*$/gm) ?? []))
  const functions = recipes.map(({ name, code }) => {
    const body = code.replace(/^import .*$/gm, '')
    const constants = [...body.matchAll(/^const (?:(\w+)|\{ ([\w, ]+) \}) =/gm)]
      .map(([, one, several]) => one ?? several)
      .join(', ')
    return `${JSON.stringify(name)}: async ({ darkroom, file, image, button, progress }) => {
      return (async () => { ${body}
        return summaries({ ${constants} }) })()
    }`
  })
  return `import { createDarkroom } from 'darkroom-web'
${[...imports].join('\n')}

const folders = await navigator.storage.getDirectory()
const source = await folders.getDirectoryHandle('source', { create: true })
const target = await folders.getDirectoryHandle('target', { create: true })
const showDirectoryPicker = async (options?: object) => (options ? target : source)

/** What the test looks at: sizes and types of results, and plain values. */
function summaries(values: Record<string, any>) {
  const summary = (value: any) =>
    value instanceof Blob
      ? { type: value.type }
      : value?.details
        ? { status: value.status, width: value.details.width, height: value.details.height, bytes: value.details.bytes, type: value.blob?.type }
        : JSON.parse(JSON.stringify(value) ?? 'null')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, summary(value)]))
}

const recipes: Record<string, (scope: any) => Promise<object>> = { ${functions.join(',\n')} }

const photo = await (await fetch('/parrots.jpg')).blob()
const file = new File([photo], 'parrots.jpg', { type: 'image/jpeg' })
const written = await (await source.getFileHandle('parrots.jpg', { create: true })).createWritable()
await written.write(photo)
await written.close()
const elements = ['image:img', 'button:button', 'progress:progress'].map((pair) => pair.split(':'))
const scope = Object.fromEntries(elements.map(([name, tag]) => [name, document.createElement(tag)]))
const darkroom = createDarkroom({ provider: 'wasm' })
Object.assign(window, { runRecipe: (name: string) => recipes[name]({ ...scope, darkroom, file }) })
`
}

interface Recipes {
  runRecipe(name: string): Promise<unknown>
}

describe('docs/recipes.md', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('vite', '.')
    writeFileSync(join(folder, 'main.js'), "import './recipes.ts'\n")
    writeFileSync(join(folder, 'recipes.ts'), moduleOf())
    cpSync(PHOTO, join(folder, 'public/parrots.jpg'))
    await command(folder, 'node_modules/.bin/vite', 'build', '--target', 'es2022')
  })

  async function run(name: string): Promise<unknown> {
    const { url } = await serving(join(folder, 'dist'))
    const page = await newPage()
    await page.goto(url)
    await page.waitForFunction(() => 'runRecipe' in window)
    return page.evaluate((one) => (window as unknown as Recipes).runRecipe(one), name)
  }

  const jpeg = (width: number, height: number) => ({ width, height, type: 'image/jpeg' })
  const expected: Record<string, object> = {
    Enlarge: { enlarged: jpeg(768, 512) },
    'Cut out': { cutout: { width: 384, height: 256, type: 'image/png' }, empty: false },
    'Cut out 2': { framed: jpeg(384, 256) },
    'Product pictures': { product: { width: 1200, height: 1200, type: 'image/webp' } },
    Print: { print: jpeg(874, 620) },
    'Improve a photograph': { better: jpeg(384, 256) },
    'Show progress and cancel': { job: jpeg(1536, 1024) },
    'Download before the first image': { ready: true },
    'Batch a folder': { report: { total: 1, complete: 1, failed: 0, invalid: 0 } },
    'Keep a job beyond the page': {
      kept: { status: 'complete', width: 768 },
      blob: { type: 'image/jpeg' },
      name: 'parrots.jpg',
    },
  }

  test('has no recipe that is not run', () => {
    expect(recipes.map(({ name }) => name)).toEqual(Object.keys(expected))
  })

  test.for(Object.entries(expected))('%s', async ([name, outcome]) => {
    expect(await run(name)).toMatchObject(outcome)
  })
})

test.for([
  ['README.md', 'Use'],
  ['docs/start.md', '3. The first image'],
])('the page of %s, under "%s", enlarges', async ([document = '', heading]) => {
  const folder = await install('vite', '.')
  const block = codeBlocks(document).find((one) => one.heading === heading)
  writeFileSync(join(folder, 'main.js'), "import './page.ts'\n")
  writeFileSync(join(folder, 'page.ts'), block?.code ?? '')
  expect(await enlargedIn(folder)).toBe(768)
})

const blocksOf = (language: string) =>
  codeBlocks('docs/frameworks.md').filter((block) => block.language === language)

/** Serves an application, chooses a photograph in it, and returns the width of the image that comes. */
async function enlargedIn(folder: string): Promise<number> {
  const server = await viteServer(folder)
  onTestFinished(() => void server.close())
  const page = await newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(server.url)
  // The server may reload the page once, when it has found all packages.
  await page.waitForLoadState('networkidle')
  await page.locator('input[type=file]').setInputFiles(PHOTO)
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
