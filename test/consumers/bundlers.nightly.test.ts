import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { codeBlocks } from '../unit/docs-code.ts'
import { command, startServer, viteServer } from './applications.ts'
import { expectOnlyGenerativeLeaves } from './leaves.ts'
import { usePackage } from './use-package.ts'
import {
  expectItWorks,
  expectItWorksOnGpu,
  missing,
  newPage,
  STRICT,
  serving,
  useBrowser,
  workerStarts,
} from './visit.ts'

useBrowser()
const { install } = usePackage()

describe('Parcel', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('parcel', '.')
  })

  test('a build upscales, on WebGPU too, cuts out, and holds no file of the worker', async () => {
    await command(folder, 'npx', 'parcel', 'build', 'index.html')
    const bundled = readdirSync(join(folder, 'dist'))
    expect(bundled.filter((file) => /\.(wasm|onnx|mjs)$|worker/.test(file))).toEqual([])
    await copyAssets()
    const { url, served } = await serving(join(folder, 'dist'))
    await expectItWorks(url)
    await expectItWorksOnGpu(url)
    expect(missing(served)).toEqual([])
  })

  test('so does the development server', async () => {
    await copyAssets()
    const script = 'node_modules/parcel/lib/bin.js'
    const port = ['--port', '43117']
    const { url, close } = await startServer(folder, script, 'index.html', ...port)
    onTestFinished(() => void close())
    await expectItWorks(`${url}/`)
  })

  const copyAssets = () => command(folder, 'npx', 'darkroom-web', 'assets', '--to', 'dist/darkroom')
})

describe('SvelteKit', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('sveltekit', 'src')
  })

  test('a build without configuration upscales, on WebGPU too, and cuts out', async () => {
    await command(folder, 'node_modules/.bin/vite', 'build')
    const { url, served } = await serving(join(folder, 'build'))
    await expectItWorks(url)
    await expectItWorksOnGpu(url)
    expect(missing(served)).toEqual([])
  })

  test('so does the development server', async () => {
    const { url, close } = await viteServer(folder)
    onTestFinished(() => void close())
    await expectItWorks(url)
  })
})

describe('Next', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('next', '.')
  })

  test.each(['turbopack', 'webpack'])(
    'a build by %s upscales, on WebGPU too, and cuts out',
    async (bundler) => {
      await command(folder, 'node_modules/.bin/next', 'build', `--${bundler}`)
      const { url, served } = await serving(join(folder, 'out'))
      await expectItWorks(url)
      await expectItWorksOnGpu(url)
      expect(missing(served)).toEqual([])
    },
  )

  test('so does the development server, under StrictMode', async () => {
    const script = 'node_modules/next/dist/bin/next'
    const { url, close } = await startServer(folder, script, 'dev', '--port', '43118')
    onTestFinished(() => void close())
    await expectItWorks(`${url}/`)
  })
})

describe('with assetsUrl', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('assets-url', 'src')
    await command(folder, 'npx', 'darkroom-web', 'assets', '--to', 'public/darkroom')
  })

  test.each([
    ['esbuild', 'src/main.js --bundle --format=esm --splitting --outdir=public'],
    ['rollup', 'src/main.js --dir public --plugin node-resolve'],
  ])('a bundle by %s upscales, on WebGPU too, and cuts out', async (bundler, args) => {
    const printed = await command(folder, `node_modules/.bin/${bundler}`, ...args.split(' '))
    expect(printed).not.toMatch(/warning|error/i)
    const { url, served } = await serving(join(folder, 'public'), STRICT)
    await expectItWorks(url)
    await expectItWorksOnGpu(url)
    expect(missing(served)).toEqual([])
  })
})

describe('Vite 7', () => {
  let folder: string
  beforeAll(async () => {
    folder = await install('vite', '.', 'vite@7.3.8')
  })

  test('the development server runs the worker once', async () => {
    const { url, close } = await viteServer(folder)
    onTestFinished(() => void close())
    const { requested } = await expectItWorks(url)
    expect(workerStarts(requested)).toBe(1)
  })

  test('a build needs no configuration; only what is generative goes to a remote service', async () => {
    await command(folder, 'node_modules/.bin/vite', 'build')
    const { url, served } = await serving(join(folder, 'dist'), STRICT)
    await expectItWorks(url)
    await expectItWorksOnGpu(url)
    expect(missing(served)).toEqual([])
    const open = await serving(join(folder, 'dist'))
    await expectOnlyGenerativeLeaves(await newPage(), open.url)
  })
})

test('docs/deployment.md: a build by Vite without ImageMagick', async () => {
  const folder = await install('vite', '.')
  const blocks = codeBlocks('docs/deployment.md')
  const { code = '' } = blocks.find(({ language }) => language === 'ts') ?? {}
  writeFileSync(join(folder, 'vite.config.ts'), code)
  const script =
    "import { createDarkroom } from 'darkroom-web'\nwindow.darkroom = createDarkroom()\n"
  writeFileSync(join(folder, 'main.js'), script)
  writeFileSync(join(folder, 'empty.wasm'), '\0asm\x01\0\0\0')
  await command(folder, 'node_modules/.bin/vite', 'build')
  const { url } = await serving(join(folder, 'dist'))
  const page = await newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'darkroom' in window)
  const refused = await page.evaluate(async () => {
    const psd = new Blob([
      '8BPS',
      new Uint8Array([0, 1, 0, 0, 0, 0, 0, 0, 0, 3]),
      new Uint8Array(99),
    ])
    const { darkroom } = window as unknown as { darkroom: Darkroom }
    return darkroom.run({ url: psd }).then(String, ({ code, message }) => ({ code, message }))
  })
  expect(refused).toMatchObject({
    code: 'UNIDENTIFIED_IMAGE',
    message: expect.stringContaining('a file that needs ImageMagick, which this application'),
  })
})

test('docs/deployment.md: the commands leave out what they name', async () => {
  const folder = await install('html', 'public')
  const commands = codeBlocks('docs/deployment.md').filter(({ language }) => language === 'sh')
  const leftOut: (string | undefined)[] = []
  for (const { code } of commands) {
    await command(folder, 'sh', '-c', code)
    const sizeOf = (file: string) => statSync(join(folder, 'public/darkroom', file)).size
    for (const [, part] of code.matchAll(/--without ([\w-]+)/g)) leftOut.push(part)
    if (/without magick/.test(code)) expect(sizeOf('magick.wasm')).toBeLessThan(100)
    else expect(sizeOf('nsfw.onnx') + sizeOf('deblur.onnx')).toBeLessThan(100)
  }
  expect(leftOut).toEqual(['asyncify', 'nsfw', 'deblur', 'magick'])
})

test('webpack: a build without configuration upscales, on WebGPU too', async () => {
  const folder = await install('webpack', 'src')
  const arguments_ = ['--mode', 'production', '--output-path', 'public']
  const printed = await command(folder, 'node_modules/.bin/webpack', ...arguments_)
  expect(printed).not.toMatch(/ERROR|Critical dependency|Can't resolve/)
  const files = readdirSync(join(folder, 'public'))
  expect(files.filter((file) => file.endsWith('.wasm'))).toHaveLength(11)
  const { url, served } = await serving(join(folder, 'public'))
  await expectItWorks(url)
  await expectItWorksOnGpu(url)
  expect(missing(served)).toEqual([])
})
