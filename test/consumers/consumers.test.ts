import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeBlocks } from '../unit/docs-code.ts'
import {
  application,
  command,
  copyPackage,
  pack,
  packageIn,
  remove,
  root,
  viteServer,
} from './applications.ts'
import { expectOnlyGenerativeLeaves } from './leaves.ts'
import { loadFailures } from './load-failures.ts'
import {
  expectItWorks,
  expectItWorksOnGpu,
  expectTwiceAsLarge,
  missing,
  newPage,
  outcomeOf,
  STRICT,
  serving,
  starts,
  useBrowser,
  visit,
  workerStarts,
} from './visit.ts'

const FOREIGN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** An import or re-export of another file at the top of a module. */
const STATIC_IMPORT = /\b(?:import|export)\s*(?:[\w*{][^"';]*?\bfrom\s*)?["']\.\/([^"']+)["']/g

/** The same, and dynamic imports. */
const ANY_IMPORT =
  /\b(?:import\(|(?:import|export)\s*(?:[\w*{][^"';]*?\bfrom\s*)?)["'`]\.\/([^"'`]+)["'`]/g

const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** The compiler options of Vite's template `vanilla-ts`. */
const TEMPLATE = {
  compilerOptions: {
    target: 'es2023',
    module: 'esnext',
    lib: ['ES2023', 'DOM'],
    types: ['vite/client'],
    skipLibCheck: true,
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    moduleDetection: 'force',
    noEmit: true,
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    erasableSyntaxOnly: true,
    noFallthroughCasesInSwitch: true,
  },
}

let tarball: string
const apps = {} as Record<'vite' | 'html', string>

useBrowser()

beforeAll(async () => {
  tarball = await pack()
  apps.html = await application('html', 'public', tarball)
  // What the hook imports.
  symlinkSync(join(root, 'node_modules/react'), join(apps.html, 'node_modules/react'))
  apps.vite = await application('vite', '.')
  // Unpacked once: npm takes some seconds for it.
  copyPackage(apps.html, apps.vite)
}, 180_000)

afterAll(() => remove(...Object.values(apps), ...(tarball ? [dirname(tarball)] : [])))

// bundlers.nightly.test.ts has webpack and an older Vite.
describe('Vite', () => {
  let printed: string

  beforeAll(async () => {
    printed = await command(apps.vite, 'node_modules/.bin/vite', 'build')
  })

  test('a build upscales, each wasm file is there once', async () => {
    // The hash of a file's name may have the letters of a warning.
    const withoutFiles = printed.replace(/^dist\/.*$/gm, '')
    expect(withoutFiles).not.toMatch(/warn|doesn't exist/i)
    const files = readdirSync(join(apps.vite, 'dist/assets'))
    expect(files.filter((file) => /^ort-.*\.wasm$/.test(file))).toHaveLength(4)
    const { url, served } = await serving(join(apps.vite, 'dist'))
    await expectItWorks(url)
    expect(missing(served)).toEqual([])
  })

  test('a build upscales on the GPU', async () => {
    const { url } = await serving(join(apps.vite, 'dist'))
    await expectItWorksOnGpu(url)
  })

  test('the first module of the README compiles strictly, is built, and shows a cut-out', async () => {
    const folder = join(apps.vite, 'readme')
    mkdirSync(join(folder, 'public'), { recursive: true })
    const module = codeBlocks('README.md').find(({ language }) => language === 'ts')
    writeFileSync(join(folder, 'main.ts'), module?.code ?? '')
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="./main.ts"></script>')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TEMPLATE))
    copyFileSync(join(root, 'demo/samples/parrot.jpg'), join(folder, 'public/parrot.jpg'))
    await command(root, process.execPath, tsc, '-p', folder)
    await command(apps.vite, 'node_modules/.bin/vite', 'build', folder)
    const { url } = await serving(join(folder, 'dist'))
    const page = await newPage()
    await page.goto(url)
    const image = page.locator('img[src^="blob:"]')
    await image.waitFor({ timeout: 120_000 })
    expect(await image.evaluate(cornerAndMiddle)).toEqual([0, 255])
  })

  test('the development server upscales without configuration, also after it re-optimised', async () => {
    const { url, printed, close } = await viteServer(apps.vite)
    onTestFinished(() => void close())
    const { page, outcome, complaints, requested } = await visit(url)
    expectTwiceAsLarge(outcome)
    expect(workerStarts(requested)).toBe(1)
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

describe('plain HTML, with npx darkroom-web assets', () => {
  const site = () => join(apps.html, 'public')

  beforeAll(async () => {
    const arguments_ = ['darkroom-web', 'assets', '--to', 'public/darkroom']
    const printed = await command(apps.html, 'npx', ...arguments_)
    expect(printed).toMatch(/\d+ files \(\d+\.\d MB\) are now in .*public.darkroom/)
  })

  test('upscales under a strict CSP on every response', async () => {
    const { url, served } = await serving(site(), STRICT)
    await expectItWorks(url)
    expect(missing(served)).toEqual([])
  })

  test.each([
    "script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:",
    "frame-src 'none'",
  ])('draws simple SVGs, and names the cures for others, under %s', async (policy) => {
    const { url } = await serving(site(), { 'Content-Security-Policy': policy })
    const page = await newPage()
    await page.goto(url)
    const answer = await page.evaluate(`(async () => {
      const { createDarkroom } = await import('/darkroom/index.js')
      const darkroom = createDarkroom({ assetsUrl: '/darkroom/', persist: false, provider: 'wasm' })
      const run = (content) => darkroom.run({
        url: new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + content + '</svg>']),
      }).then(({ status }) => status, ({ code, message }) => code + ': ' + message)
      return [await run('<rect width="9" height="9"/>'), await run('<filter id="f"><feTurbulence/></filter>')]
    })()`)
    expect(answer).toEqual([
      'complete',
      expect.stringMatching(/^TOO_LARGE: .*frame-src.*resvg-wasm/),
    ])
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
    await expectItWorks(`${url}?assets=${foreign.url}`)
    expect(missing([...served, ...foreign.served])).toEqual([])
    expect(starts(served, /engine\.worker|\.wasm|\.onnx/)).toBe(0)
  })

  test.each(loadFailures)('the error names $name', async (failure) => {
    const { url } = await serving(site(), failure.headers)
    const foreign = failure.foreign && (await serving(join(site(), 'darkroom'), failure.foreign))
    const page = await newPage()
    await failure.spoil?.(page)
    await page.clock.install()
    await page.goto(`${url}${foreign ? `?assets=${foreign.url}` : (failure.query ?? '')}`)
    // Darkroom pauses before it tries again, three times.
    const { error } = await outcomeOf(page, () => page.clock.fastForward(1000))
    expect(error).toMatch(/^NETWORK: /)
    expect(error).toMatch(failure.message)
  })

  test('only what is generative goes to a remote service', async () => {
    const { url } = await serving(site())
    await expectOnlyGenerativeLeaves(await newPage(), url)
  })

  test('leaves parts out, and what needs them is refused with the reason', async () => {
    const without = ['magick', 'nsfw', 'webgpu'].flatMap((part) => ['--without', part])
    const arguments_ = ['assets', '--to', 'public/without', ...without]
    await command(apps.html, 'npx', 'darkroom-web', ...arguments_)
    const folders = ['without', 'darkroom'].map((name) => join(site(), name))
    const [left = 0, full = 0] = folders.map((folder) =>
      readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0),
    )
    expect(full - left).toBeGreaterThan(60e6)
    const { url } = await serving(site())
    const page = await newPage()
    await page.goto(url)
    // Code as text: Vitest rewrites `import()`, so that it would not work in a page.
    const answer = await page.evaluate(`(async () => {
      const { createDarkroom } = await import('/without/index.js')
      const darkroom = createDarkroom({ assetsUrl: '/without/', persist: false, provider: 'wasm' })
      const gpu = createDarkroom({ assetsUrl: '/without/', persist: false, provider: 'webgpu' })
      const qoi = new Blob(['qoif', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1])])
      const canvas = new OffscreenCanvas(32, 32)
      canvas.getContext('2d').fillRect(0, 0, 16, 16)
      const url = await canvas.convertToBlob()
      const refused = (job) => job.then(String, (error) => error.message)
      return Promise.all([
        refused(darkroom.run({ url: qoi })),
        refused(darkroom.run({ url, safe: true })),
        refused(gpu.run({ url, width: '200%' })),
        darkroom.run({ url, width: '200%' }).then(({ details }) => details.provider),
      ])
    })()`)
    expect(answer).toEqual([
      expect.stringContaining('a file that needs ImageMagick, which this application leaves out'),
      expect.stringMatching(/^This application leaves out the weights at .*nsfw\.onnx$/),
      expect.stringContaining('WebGPU was asked for, but this application leaves out the runtime'),
      'wasm',
    ])
  })

  test('the command says what is wrong', async () => {
    const run = (...args: string[]) => command(apps.html, 'npx', 'darkroom-web', ...args)
    expect(await run('--help')).toContain('usage: darkroom-web assets --to')
    await expect(run('assets')).rejects.toThrow('Expected --to <folder>')
    await expect(run('asets')).rejects.toThrow('Expected the command assets or models but')
    await expect(run('assets', '--to', 'a', '--without', 'all')).rejects.toThrow(
      /Expected --without one of magick, asyncify, webgpu, .*matte.* but received all/,
    )
    await expect(run('assets', '--to', 'package.json')).rejects.toThrow('received a file')
  })
})

describe('what is published', () => {
  const published = () => join(packageIn(apps.html), 'dist')
  const read = (file: string) => readFileSync(join(published(), file), 'utf8')
  const scripts = () => readdirSync(published()).filter((file) => /\.m?js$/.test(file))

  test('no script above 365 KB, none with inlined wasm but the kernel', () => {
    expect(scripts()).toContain('engine.worker.js')
    for (const file of scripts()) {
      expect(statSync(join(published(), file)).size, file).toBeLessThan(365_000)
      const inlined = /(?<!kernelWasm=.)AGFzbQ|data:application\/[\w-]+;base64,\w/
      expect(inlined.exec(read(file)), file).toBeNull()
    }
  })

  test('the worker imports its parts by URL: Vite before 8 cannot split it', () => {
    expect(read('engine.worker.js').match(/\bimport\s*\(["'`][^)]*\)/g)).toBeNull()
  })

  test('no file above 25 MiB, which hosts of static pages refuse', () => {
    const sizes = readdirSync(published()).map((file) => statSync(join(published(), file)).size)
    expect(Math.max(...sizes)).toBeLessThan(25 * 2 ** 20)
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
    expect(read('bundled-worker.js')).toMatch(
      /new Worker\(new URL\(["']\.\/engine\.worker\.js["'],\s*import\.meta\.url\),\s*\{\s*type:\s*["'`]module["'`]/,
    )
    const literal = /new URL\(["']\.\/([^"']+)["'],\s*import\.meta\.url\)/g
    const named = [...read('engine.worker.js').matchAll(literal)].map(([, file]) => file)
    const assets = readdirSync(published()).filter((file) =>
      /\.(wasm|onnx|mjs)$|^(ort\..*|gpu|custom-models|damage-weights|document|formats|subject|svg|magick|sha256|exr|\w+_(enc|dec))\.js$/.test(
        file,
      ),
    )
    expect([...new Set(named)].sort()).toEqual(assets.sort())
    // What they name is not found: a bundler copies a part of the worker as it is, and gives all files new names.
    const found = ['engine.worker.js', 'bundled-worker.js']
    for (const file of scripts().filter((file) => file.endsWith('.js'))) {
      const code = found.includes(file) ? read(file).replace(literal, '') : read(file)
      expect(code, file).not.toContain('import.meta.url')
    }
  })

  test('an entry refers to no file but scripts of the page', () => {
    const files = ['external-assets.js']
    for (const file of files) {
      const code = read(file)
      expect(code, file).not.toMatch(/import\.meta|new URL\(["']\.\//)
      for (const [, next] of code.matchAll(ANY_IMPORT)) {
        if (next && !files.includes(next)) files.push(next)
      }
    }
    expect(files).toEqual(expect.arrayContaining(['jobs.js', 'handler.js']))
  })

  test.each([
    ['', 'createDarkroom'],
    ['/external-assets', 'createDarkroom'],
    ['/storages', 'runBatch'],
    ['/ckeditor', 'createDarkroomPlugin'],
    ['/filepond', 'darkroomFilePond'],
    ['/form', 'enhanceInput'],
    ['/react', 'useDarkroom'],
    ['/tinymce', 'uploadHandler'],
    ['/uppy', 'DarkroomPlugin'],
    ['/service-worker', 'mount'],
  ])(
    'darkroom-web%s can be imported and required where there is no browser',
    async (entry, name) => {
      const log = 'console.log(Object.keys(it).join())'
      const imported = `import('darkroom-web${entry}').then((it) => ${log})`
      const required = `const it = require('darkroom-web${entry}'); ${log}`
      for (const script of [imported, required]) {
        expect(await command(apps.html, process.execPath, '-e', script)).toContain(name)
      }
    },
  )

  test.each([
    ['types.ts', 'es2022,dom', '--module nodenext'],
    ['types.ts', 'es2022,dom', '--module esnext --moduleResolution bundler'],
    ['types.cts', 'es2022,dom', '--module node18'],
    ['types.ts', 'es2022,webworker', '--module nodenext'],
  ])('its types need nothing else: %s, %s, %s', async (file, lib, resolution) => {
    writeFileSync(join(apps.html, file), lib.includes('dom') ? TYPES + PAGE_TYPES : TYPES)
    const strict = `--noEmit --strict --target es2022 --lib ${lib} --skipLibCheck false`
    const args = `${strict} ${resolution} ${file}`.split(' ')
    await command(apps.html, process.execPath, tsc, ...args)
  })

  test('its types explain the fields of a request', () => {
    for (const types of ['index.d.ts', 'index.d.cts']) {
      const text = read(types)
      const request = text.slice(text.indexOf('type ProcessingRequest ='))
      for (const field of ['url', 'width', 'enhancements', 'quality', 'webhooks']) {
        expect(request, field).toMatch(new RegExp(`\\*/\\s+${field}: `))
      }
    }
  })

  test('its types begin with what is public', () => {
    const entries = ['ckeditor', 'filepond', 'form', 'react', 'storages', 'tinymce', 'uppy'].map(
      (name) => `${name}.d.ts`,
    )
    for (const types of ['index.d.ts', 'index.d.cts', ...entries]) {
      const text = read(types)
      const exported = text.match(/export \{([^}]*)\};?\s*$/)?.[1]?.split(', ') ?? []
      const names = new Set(exported.map((name) => name.trim().replace('type ', '')))
      const declared = [
        ...text.matchAll(/^(?:declare )?(?:interface|type|class|const|function) (\w+)/gm),
      ]
      const first = declared.slice(0, names.size).map(([, name]) => name as string)
      expect(
        first.filter((name) => !names.has(name)),
        types,
      ).toEqual([])
    }
  })

  test('the links of its README lead to files', () => {
    const folder = join(published(), '..')
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, link]) => String(link))
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([])
  })

  test('publint and arethetypeswrong find nothing', async () => {
    await command(root, 'npx', 'publint', 'run', tarball, '--strict')
    await command(root, 'npx', 'attw', tarball, '--profile', 'node16')
  })
})

/** The alpha in the upper left corner of an image, and in its middle. */
async function cornerAndMiddle(element: Element) {
  const image = element as HTMLImageElement
  await image.decode()
  const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')
  context?.drawImage(image, 0, 0)
  const middle = [image.naturalWidth / 2, image.naturalHeight * 0.6] as const
  return [[0, 0] as const, middle].map(([x, y]) => context?.getImageData(x, y, 1, 1).data[3])
}

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
export const source: Promise<string> = job.then(async () => (await darkroom.run(request)).result_url)
export const stop: () => void = serveRequests(darkroom)
export const registered = register('/worker.js', { origins: ['https://api.example'], scope: '/' })
mount(self)
`

const PAGE_TYPES = `
import { enhanceInput } from 'darkroom-web/form'
export const end: () => void = enhanceInput(document.createElement('input'), { darkroom, request: { width: '200%' } })
`
