import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { launch } from '../../scripts/chromium.mjs'
import { type Served, startStaticServer } from '../servers/static-server.ts'
import { application, command, pack, root, viteServer } from './applications.ts'
import { expectOnlyGenerativeLeaves } from './leaves.ts'

const STRICT = {
  'Content-Security-Policy':
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' blob: data:",
}
const FOREIGN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** An import or re-export of another file at the top of a module. */
const STATIC_IMPORT = /\b(?:import|export)\s*(?:[\w*{][^"';]*?\bfrom\s*)?["']\.\/([^"']+)["']/g

let browser: Browser
let tarball: string
const apps = {} as Record<'vite' | 'webpack' | 'html', string>

beforeAll(async () => {
  tarball = await pack()
  browser = await launch()
  const install = async (name: keyof typeof apps, pageFolder: string) => {
    apps[name] = await application(name, pageFolder, tarball)
  }
  await Promise.all([install('vite', '.'), install('webpack', 'src'), install('html', 'public')])
}, 180_000)

afterAll(async () => {
  await browser?.close()
  for (const folder of [...Object.values(apps), ...(tarball ? [dirname(tarball)] : [])]) {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The outcome that test/consumers/page.js stores in `window`. */
interface Outcome {
  error?: string
  record: {
    status: string
    details: { provider: string; bytes: number; steps: { model?: string }[] }
  }
  smaller: { file_name: string }
  /** Outcomes of files that the browser itself cannot open. */
  others: string[]
  /** Bytes of the result file as returned by `darkroom.fetch`. */
  served: number
  threads: number
  version: string
  width: number
  height: number
  range: number
}

async function newPage(): Promise<Page> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  return page
}

/** Opens an application's page and collects the browser's errors and warnings. */
async function visit(url: string) {
  const page = await newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(url)
  return { page, complaints, outcome: await outcomeOf(page) }
}

async function outcomeOf(page: Page): Promise<Outcome> {
  const read = () => page.evaluate(() => (window as { outcome?: Outcome }).outcome)
  await expect.poll(read, { timeout: 60_000, interval: 100 }).toBeDefined()
  return (await read()) as Outcome
}

function expectTwiceAsLarge(outcome: Outcome, provider = 'wasm') {
  expect(outcome).toMatchObject({
    record: { status: 'complete', details: { provider } },
    smaller: { status: 'complete', details: { width: 24, height: 16 } },
    others: ['complete', 'complete'],
    version: packageJson.version,
    width: 96,
    height: 64,
  })
  const models = outcome.record.details.steps.map(({ model }) => model).filter(Boolean)
  expect(models).toEqual(['span-x2'])
  expect(outcome.smaller.file_name).toMatch(/\.webp$/)
  expect(outcome.range).toBeGreaterThan(100)
  expect(outcome.served).toBe(outcome.record.details.bytes)
}

async function serving(...[folder, headers]: Parameters<typeof startStaticServer>) {
  const server = await startStaticServer(folder, headers)
  onTestFinished(server.close)
  return server
}

const missing = (served: Served[]) => served.filter(({ status }) => status !== 200)
const starts = (served: Served[], script: RegExp) =>
  served.filter(({ path }) => script.test(path)).length

describe('Vite', () => {
  let printed: string

  beforeAll(async () => {
    printed = await command(apps.vite, 'node_modules/.bin/vite', 'build')
  })

  test('a build upscales, each wasm file is there once', async () => {
    expect(printed).not.toMatch(/warn|doesn't exist/i)
    const files = readdirSync(join(apps.vite, 'dist/assets'))
    expect(files.filter((file) => /^ort-.*\.wasm$/.test(file))).toHaveLength(3)
    const { url, served } = await serving(join(apps.vite, 'dist'))
    const { outcome, complaints } = await visit(url)
    expectTwiceAsLarge(outcome)
    expect(missing(served)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('of that build only what is generative goes to a remote service', async () => {
    const { url } = await serving(join(apps.vite, 'dist'))
    await expectOnlyGenerativeLeaves(await newPage(), url)
  })

  test('the development server upscales without configuration, also after it re-optimised', async () => {
    const { url, printed, close } = await viteServer(apps.vite)
    onTestFinished(() => void close())
    const { page, outcome, complaints } = await visit(url)
    expectTwiceAsLarge(outcome)
    await page.evaluate(() => Object.assign(window, { beforeReload: true }))
    appendFileSync(join(apps.vite, 'main.js'), "import 'idb-keyval'\n")
    await expect
      .poll(() => page.evaluate(() => 'beforeReload' in window).catch(() => true), {
        timeout: 30_000,
      })
      .toBe(false)
    expectTwiceAsLarge(await outcomeOf(page))
    expect(printed()).toContain('optimized: idb-keyval')
    expect(complaints).toEqual([])
  })
})

test('webpack: a build without configuration upscales, on WebGPU too', async () => {
  const arguments_ = ['--mode', 'production', '--output-path', 'public']
  const printed = await command(apps.webpack, 'node_modules/.bin/webpack', ...arguments_)
  expect(printed).not.toMatch(/ERROR|Critical dependency|Can't resolve/)
  const files = readdirSync(join(apps.webpack, 'public'))
  expect(files.filter((file) => file.endsWith('.wasm'))).toHaveLength(10)
  const { url, served } = await serving(join(apps.webpack, 'public'))
  const wasm = await visit(url)
  expectTwiceAsLarge(wasm.outcome)
  const webgpu = await visit(`${url}?provider=webgpu`)
  expectTwiceAsLarge(webgpu.outcome, 'webgpu')
  expect(missing(served)).toEqual([])
  expect([...wasm.complaints, ...webgpu.complaints]).toEqual([])
})

describe('plain HTML, with npx darkroom-web assets', () => {
  const site = () => join(apps.html, 'public')

  beforeAll(async () => {
    const arguments_ = ['darkroom-web', 'assets', '--to', 'public/darkroom']
    const printed = await command(apps.html, 'npx', ...arguments_)
    expect(printed).toMatch(/\d+ files \(\d+\.\d MB\) are now in .*public.darkroom/)
  })

  test('upscales under a strict CSP on every response', async () => {
    const { url, served } = await serving(site(), STRICT)
    const { outcome, complaints } = await visit(url)
    expectTwiceAsLarge(outcome)
    expect(missing(served)).toEqual([])
    expect(complaints).toEqual([])
  })

  test("threads start onnxruntime's glue only", async ({ skip }) => {
    if (availableParallelism() < 2) skip('needs two processor cores')
    const { url, served } = await serving(site())
    const { outcome } = await visit(url)
    expect(outcome.threads).toBeGreaterThanOrEqual(2)
    expect(starts(served, /ort-wasm-simd-threaded\.mjs$/)).toBeGreaterThanOrEqual(2)
    expect(starts(served, /engine\.worker\.js$/)).toBe(1)
    expect(starts(served, /ort\.wasm.*\.js$/)).toBe(1)
  })

  test('upscales with the assets on another origin', async () => {
    const foreign = await serving(join(site(), 'darkroom'), FOREIGN)
    const { url, served } = await serving(site())
    const { outcome, complaints } = await visit(`${url}?assets=${foreign.url}`)
    expectTwiceAsLarge(outcome)
    expect(missing([...served, ...foreign.served])).toEqual([])
    expect(starts(served, /engine\.worker|\.wasm|\.onnx/)).toBe(0)
    expect(complaints).toEqual([])
  })

  test('only what is generative goes to a remote service', async () => {
    const { url } = await serving(site())
    await expectOnlyGenerativeLeaves(await newPage(), url)
  })

  test('leaves ImageMagick out, whose formats are then refused with the reason', async () => {
    const arguments_ = ['assets', '--to', 'public/without', '--without', 'magick']
    await command(apps.html, 'npx', 'darkroom-web', ...arguments_)
    const [left, full] = ['without', 'darkroom'].map((folder) =>
      join(site(), folder, 'magick.wasm'),
    )
    expect([statSync(left as string).size, statSync(full as string).size > 1e6]).toEqual([8, true])
    const { url } = await serving(site())
    const page = await newPage()
    await page.goto(url)
    // Code as text: Vitest rewrites `import()`, so that it would not work in a page.
    const answer = await page.evaluate(`(async () => {
      const { createDarkroom } = await import('/without/index.js')
      const darkroom = createDarkroom({ assetsUrl: '/without/', persist: false, provider: 'wasm' })
      const qoi = new Blob(['qoif', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1])])
      return darkroom.run({ url: qoi }).then(String, (error) => error.message)
    })()`)
    expect(answer).toContain('a file that needs ImageMagick, which this application leaves out')
  })

  test('the command says what is wrong', async () => {
    const run = (...args: string[]) => command(apps.html, 'npx', 'darkroom-web', ...args)
    expect(await run('--help')).toContain('usage: darkroom-web assets --to')
    await expect(run('assets')).rejects.toThrow('Expected --to <folder>')
    await expect(run('asets')).rejects.toThrow('Expected the command assets or models but')
    await expect(run('assets', '--to', 'package.json')).rejects.toThrow('received a file')
  })
})

describe('what is published', () => {
  const published = () => join(apps.html, 'node_modules/darkroom-web/dist')
  const read = (file: string) => readFileSync(join(published(), file), 'utf8')
  const scripts = () => readdirSync(published()).filter((file) => /\.m?js$/.test(file))

  test('no script above 300 KB, none with inlined wasm', () => {
    expect(scripts()).toContain('engine.worker.js')
    for (const file of scripts()) {
      expect(statSync(join(published(), file)).size, file).toBeLessThan(300_000)
      expect(/AGFzbQ|data:application\/[\w-]+;base64,\w/.exec(read(file)), file).toBeNull()
    }
  })

  test('the main entry is small: the rest comes on demand', () => {
    const files = ['index.js']
    for (const file of files) {
      for (const [, shared] of read(file).matchAll(STATIC_IMPORT)) {
        if (shared && !files.includes(shared)) files.push(shared)
      }
    }
    expect(files.length).toBeGreaterThan(1)
    const size = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
    expect(size).toBeLessThan(5000)
  })

  test('the service worker is one small classic file, and an entry for those of applications', () => {
    const classic = read('darkroom-service-worker.js')
    expect(classic).not.toMatch(STATIC_IMPORT)
    expect(classic).not.toMatch(/\bexport\s*[{*]|import\(/)
    expect(gzipSync(classic).length).toBeLessThan(3000)
    expect(read('service-worker.js')).not.toMatch(STATIC_IMPORT)
    expect(read('service-worker.js')).not.toMatch(/import\(/)
    expect(gzipSync(read('handler.js')).length).toBeLessThan(15_000)
  })

  test('the worker and every asset are named in the form that bundlers find', () => {
    expect(read('service.js')).toMatch(
      /new Worker\(new URL\(["']\.\/engine\.worker\.js["'],\s*import\.meta\.url\),\s*\{\s*type:\s*["'`]module["'`]/,
    )
    const literal = /new URL\(["']\.\/([^"']+)["'],\s*import\.meta\.url\)/g
    const named = [...read('engine.worker.js').matchAll(literal)].map(([, file]) => file)
    const assets = readdirSync(published()).filter((file) => /\.(wasm|onnx|mjs)$/.test(file))
    expect(named.sort()).toEqual(assets.sort())
    for (const file of scripts().filter((file) => file.endsWith('.js'))) {
      const others = read(file).replace(literal, '')
      expect(others, file).not.toContain('import.meta.url')
    }
  })

  test('it can be imported where there is no browser', async () => {
    const script = "import('darkroom-web').then((it) => console.log(Object.keys(it).join()))"
    expect(await command(apps.html, process.execPath, '-e', script)).toContain('createDarkroom')
  })

  test('its types need nothing else', async () => {
    writeFileSync(join(apps.html, 'types.ts'), TYPES)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const strict = '--noEmit --strict --target es2022 --lib es2022,dom --skipLibCheck false'
    for (const resolution of ['--module nodenext', '--module esnext --moduleResolution bundler']) {
      const args = `${strict} ${resolution} types.ts`.split(' ')
      await command(apps.html, process.execPath, tsc, ...args)
    }
  })

  test('publint and arethetypeswrong find nothing', async () => {
    await command(root, 'npx', 'publint', 'run', tarball, '--strict')
    await command(root, 'npx', 'attw', tarball, '--profile', 'esm-only')
  })
})

const TYPES = `
import { createDarkroom, type JobRecord, type ProcessingRequest } from 'darkroom-web'
import { mount, register, serveRequests } from 'darkroom-web/service-worker'
export const request: ProcessingRequest = { url: new Blob(), width: '200%', quality: 90 }
// @ts-expect-error
export const wrong: ProcessingRequest = { url: 3 }
// @ts-expect-error
export const unknown: ProcessingRequest = { colour: 'blue' }
const darkroom = createDarkroom({ provider: 'wasm', keys: ['a'] })
export const job: Promise<JobRecord> = darkroom.run(request)
export const stop: () => void = serveRequests(darkroom)
export const registered = register('/worker.js', { origins: ['https://api.example'], scope: '/' })
mount(self)
`
