import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { pointwise } from '../browser/onnx.ts'
import { codeBlocks } from '../unit/docs-code.ts'
import { command, root } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser } from './visit.ts'

useBrowser()
const { install } = usePackage()

const blocksUnder = (heading: string, document = 'docs/recipes.md') =>
  codeBlocks(document)
    .filter((block) => block.heading === heading && block.language !== 'sh')
    .map(({ code }) => code)

/** A service worker is one script at the top of the site. */
const bundledAlone = `export default {
  build: {
    emptyOutDir: false,
    rollupOptions: {
      input: 'service-worker.js',
      output: { entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
}`

/** Builds a page, and a service worker beside it. */
async function build(page: string, serviceWorker: string): Promise<string> {
  const folder = await install('vite', '.')
  writeFileSync(join(folder, 'main.js'), page)
  writeFileSync(join(folder, 'service-worker.js'), serviceWorker)
  writeFileSync(join(folder, 'service-worker.config.js'), bundledAlone)
  mkdirSync(join(folder, 'public'), { recursive: true })
  cpSync(join(root, 'demo/parrots.jpg'), join(folder, 'public/parrots.jpg'))
  const vite = 'node_modules/.bin/vite'
  await command(folder, vite, 'build', '--target', 'es2022')
  await command(folder, vite, 'build', '--config', 'service-worker.config.js')
  return join(folder, 'dist')
}

async function open(url: string) {
  const page = await newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'ready' in window, undefined, { timeout: 240_000 })
  return page
}

test('Replace the remote API in an existing client', async () => {
  const [serviceWorker = '', before = ''] = blocksUnder(
    'Replace the remote API in an existing client',
  )
  const { url } = await serving(await build(`${before}\nwindow.ready = true`, serviceWorker))
  const page = await open(url)
  const record = await page.evaluate(async () => {
    const body = JSON.stringify({ url: new URL('/parrots.jpg', location.href).href, width: '50%' })
    const headers = { 'Content-Type': 'application/json', 'x-api-key': 'any' }
    const asked = { method: 'POST', headers, body }
    return (await fetch('https://api.example.com/rest_api/process_result', asked)).json()
  })
  expect(record).toMatchObject({ status: 'complete', details: { width: 192, height: 128 } })
})

test('docs/service-worker.md: HTTP', async () => {
  const blocks = blocksUnder('HTTP and the service worker', 'docs/service-worker.md')
  const [serviceWorker = '', page = ''] = blocks
  const here = page.replace("'https://example.com/photo.jpg'", "location.origin + '/parrots.jpg'")
  expect(here).not.toBe(page)
  const { url } = await serving(await build(`${here}\nwindow.ready = job`, serviceWorker))
  const opened = await open(url)
  const job = await opened.evaluate(() => (window as unknown as { ready: unknown }).ready)
  expect(job).toMatchObject({ status: 'complete', details: { width: 768, height: 512 } })
})

test('docs/service-worker.md: offline', async () => {
  const [serviceWorker = '', page = ''] = blocksUnder('Offline', 'docs/service-worker.md')
  const folder = await build(
    `${page}\nObject.assign(window, { darkroom, ready: offline })`,
    serviceWorker,
  )
  const site = await serving(folder)
  const opened = await open(site.url)
  await opened.context().setOffline(true)
  site.close()
  const width = await opened.evaluate(async () => {
    const { darkroom, ready } = window as unknown as { darkroom: Darkroom; ready: unknown[] }
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    const { details } = await darkroom.run({ url: await canvas.convertToBlob(), width: '200%' })
    return [ready.length, details.width]
  })
  expect(width).toEqual([2, 80])
})

test('Work offline', async () => {
  const [recipe = ''] = blocksUnder('Work offline')
  const page = `import { createDarkroom } from 'darkroom-web'
const darkroom = createDarkroom({ provider: 'wasm' })
window.enlarge = async () => {
  const file = new Blob([window.photo], { type: 'image/jpeg' })
  return (await darkroom.run({ url: file, width: '200%' })).details.width
}
window.photo = await (await fetch('/parrots.jpg')).arrayBuffer()
${recipe}
window.ready = offline`
  const serviceWorker = `import { mount } from 'darkroom-web/service-worker'
mount(self, { offline: true })`
  const site = await serving(await build(page, serviceWorker))
  const opened = await open(site.url)
  await opened.context().setOffline(true)
  site.close()
  expect(
    await opened.evaluate(() => (window as unknown as { enlarge(): Promise<number> }).enlarge()),
  ).toBe(768)
})

test('Bring a model', async () => {
  const [recipe = ''] = blocksUnder('Bring a model')
  const page = `import { createDarkroom } from 'darkroom-web'
const file = await (await fetch('/parrots.jpg')).blob()
${recipe}
window.ready = { steps: cut.details.steps, type: cut.blob.type }`
  const folder = await build(page, '')
  await addModel(folder)
  const { url } = await serving(folder)
  const opened = await open(url)
  expect(
    await opened.evaluate(() => (window as unknown as { ready: unknown }).ready),
  ).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ model: 'keeper' })]),
    type: 'image/png',
  })
})

/** Adds a network that takes red for the subject by the recipe's command, from a file: there is no other network here. */
async function addModel(folder: string): Promise<void> {
  const model = Buffer.from(await pointwise([[1, -1, 0]], [0], 16, 16).arrayBuffer())
  const entry = {
    ...{ use: 'background', width: 16, height: 16, mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] },
    ...{ licence: 'MIT', from: 'https://example.com/keeper.onnx' },
    md5: createHash('md5').update(model).digest('hex'),
  }
  writeFileSync(join(folder, 'keeper.onnx'), model)
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ keeper: entry }))
  const from = ['--catalogue', 'catalogue.json', '--from', 'keeper.onnx', '--to', 'models']
  await command(folder, join(root, 'bin/darkroom-web.js'), 'models', 'add', 'keeper', ...from)
}
