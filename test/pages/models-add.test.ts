import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { deep, pointwise } from '../browser/onnx.ts'
import { command, root } from '../consumers/applications.ts'
import { startHttpServer } from '../servers/http-server.ts'

const hash = (kind: string, bytes: Buffer) => createHash(kind).update(bytes).digest('hex')

/** A network that takes red for the subject, and its catalogue entry. */
const keeper = Buffer.from(await pointwise([[1, -1, 0]], [0], 16, 16).arrayBuffer())
const contract = {
  use: 'background',
  width: 16,
  height: 16,
  mean: [0.5, 0.5, 0.5],
  deviation: [1, 1, 1],
}

/** A network with enough weights to be stored as fp16. */
const wide = Buffer.from(deep(352, 16))

const folder = mkdtempSync(join(tmpdir(), 'darkroom-models-'))
const [to, catalogue] = [join(folder, 'public/models'), join(folder, 'catalogue.json')]
const published = join(root, 'bin/darkroom-web.js')

let server: Awaited<ReturnType<typeof startHttpServer>>
let url: string
let asked: string[]

/** Responses of the publisher's server, by file name. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/keeper.onnx': (response) => response.end(keeper),
  '/wide.onnx': (response) => response.end(wide),
  '/moved.onnx': (response) => response.writeHead(302, { Location: '/keeper.onnx' }).end(),
  '/other.onnx': (response) => response.end('<h1>Sign in</h1>'),
  '/cut.onnx': (response) => {
    response.writeHead(200, { 'Content-Length': keeper.length })
    response.write(keeper.subarray(0, 100), () => response.destroy())
  },
}

beforeAll(async () => {
  server = await startHttpServer(({ url: path = '' }, response) => {
    asked.push(path)
    const answer = answers[path] ?? ((response) => response.writeHead(404).end())
    answer(response)
  })
  url = server.url
  const one = { ...contract, licence: 'MIT', from: `${url}/keeper.onnx`, md5: hash('md5', keeper) }
  const models = {
    keeper: one,
    people: { ...one, use: 'human' },
    wide: { ...one, from: `${url}/wide.onnx`, md5: hash('md5', wide) },
    cut: { ...one, from: `${url}/cut.onnx` },
  }
  writeFileSync(catalogue, JSON.stringify(models))
})

beforeEach(() => {
  asked = []
  rmSync(join(folder, 'public'), { recursive: true, force: true })
})

afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (...args: string[]) =>
  command(folder, process.execPath, published, 'models', 'add', ...args, '--to', to)
const fromCatalogue = (name: string, ...args: string[]) =>
  add(name, '--catalogue', catalogue, ...args)
const registry = () => JSON.parse(readFileSync(join(to, 'models.json'), 'utf8'))

const entry = (name: string, use: string) => ({
  [name]: {
    ...contract,
    use,
    url: `${name}.onnx`,
    sha256: hash('sha256', keeper),
    bytes: keeper.length,
  },
})

describe('a model is put beside the files of an application', () => {
  test('with its entry and its card; licence, size and hash are told', async () => {
    const printed = await fromCatalogue('keeper')
    expect(printed).toContain(`keeper: 0.0 MB from ${url}/keeper.onnx`)
    expect(printed).toContain('licence  MIT')
    expect(printed).toContain(hash('sha256', keeper))
    expect(readFileSync(join(to, 'keeper.onnx')).equals(keeper)).toBe(true)
    expect(registry()).toEqual(entry('keeper', 'background'))
    expect(readFileSync(join(to, 'keeper.md'), 'utf8')).toContain('| licence | MIT |')
    expect(readdirSync(to).sort()).toEqual(['keeper.md', 'keeper.onnx', 'models.json'])
  })

  test('beside others: the first stays first, what is there is not fetched again', async () => {
    await fromCatalogue('keeper')
    const people = await fromCatalogue('people')
    expect(people).toContain('for remove: human\n')
    expect(await fromCatalogue('keeper')).toContain('already: nothing was fetched')
    expect(asked).toEqual(['/keeper.onnx', '/keeper.onnx'])
    expect(Object.entries(registry())).toEqual(
      Object.entries({ ...entry('keeper', 'background'), ...entry('people', 'human') }),
    )
    expect(await fromCatalogue('cut', '--from', `${url}/moved.onnx`)).toContain(
      'but keeper comes first',
    )
  })

  test('from a file, and again where the file was damaged', async () => {
    const file = join(folder, 'fetched by hand.onnx')
    writeFileSync(file, keeper)
    await fromCatalogue('keeper', '--from', file)
    writeFileSync(join(to, 'keeper.onnx'), 'damaged')
    await fromCatalogue('keeper', '--from', file)
    expect(readFileSync(join(to, 'keeper.onnx')).equals(keeper)).toBe(true)
    expect(asked).toEqual([])
  })

  test('from a package in pieces that the application has installed', async () => {
    const dist = join(folder, 'node_modules/@imgly/background-removal-data/dist')
    mkdirSync(dist, { recursive: true })
    writeFileSync(join(dist, 'one'), keeper.subarray(0, 50))
    writeFileSync(join(dist, 'two'), keeper.subarray(50))
    const resources = { '/models/small': { chunks: [{ hash: 'one' }, { hash: 'two' }], size: 0 } }
    writeFileSync(join(dist, 'resources.json'), JSON.stringify(resources))
    await expect(add('imgly-isnet-small')).rejects.toThrow(
      `received ${hash('sha256', keeper)}, ${keeper.length} bytes`,
    )
    rmSync(join(folder, 'node_modules'), { recursive: true })
    await expect(add('imgly-isnet-small')).rejects.toThrow(
      'Expected @imgly/background-removal-data to be',
    )
  })
})

describe('errors are reported, and leave nothing behind', () => {
  test.each([
    [
      'another file',
      'other.onnx',
      /Expected MD5 \w+ of http.+other\.onnx but received \w+, 16 bytes/,
    ],
    ['one that is cut off', 'cut.onnx', /cut\.onnx broke off after \d+ bytes/],
    ['none', 'none.onnx', /none\.onnx answered HTTP 404/],
  ])('%s', async (_, name, message) => {
    await expect(fromCatalogue('keeper', '--from', `${url}/${name}`)).rejects.toThrow(message)
    expect(existsSync(join(folder, 'public'))).toBe(false)
  })

  test('also beside what was there', async () => {
    await fromCatalogue('keeper')
    await expect(fromCatalogue('cut')).rejects.toThrow('broke off')
    expect(readdirSync(to).sort()).toEqual(['keeper.md', 'keeper.onnx', 'models.json'])
    expect(registry()).toEqual(entry('keeper', 'background'))
  })

  test('a known model that is another', async () => {
    await expect(add('u2net', '--from', `${url}/keeper.onnx`)).rejects.toThrow(
      `Expected MD5 60024c5c889badc19c04ad937298a77b of ${url}/keeper.onnx`,
    )
    expect(existsSync(join(folder, 'public'))).toBe(false)
  })

  test('an invalid models.json', async () => {
    mkdirSync(to, { recursive: true })
    writeFileSync(join(to, 'models.json'), '[]')
    await expect(fromCatalogue('keeper')).rejects.toThrow('Expected a JSON object in')
    expect(asked).toEqual([])
    expect(readdirSync(to)).toEqual(['models.json'])
  })

  test.each([
    [['u2net_x'], /Expected one of isnet-general-use, u2net, .+ but received u2net_x/],
    [['u2net', 'silueta'], /Expected nothing after the name but received silueta/],
    [['u2net', '--from', 'none.onnx'], /Expected a file for --from but there is none/],
    [['u2net', '--from', 'http://127.0.0.1:1/'], /could not be fetched: .+\n.+--from <file>/],
  ])('%s', async (args, message) => {
    await expect(add(...args)).rejects.toThrow(message)
    expect(existsSync(join(folder, 'public'))).toBe(false)
  })
})

describe('weights are stored as fp16', () => {
  const written = () => readFileSync(join(to, 'wide.onnx'))
  const card = () => readFileSync(join(to, 'wide.md'), 'utf8')

  test('and entry and card describe the stored file', async () => {
    const printed = await fromCatalogue('wide')
    expect(printed).toContain('weights  stored as fp16: ')
    const { bytes, sha256 } = registry().wide
    expect({ bytes, sha256 }).toEqual({
      bytes: written().length,
      sha256: hash('sha256', written()),
    })
    expect(wide.length - bytes).toBeGreaterThan(352 * 3 * 2 - 150)
    expect(card()).toContain('| weights | stored as fp16')
    expect(card()).toContain(`${wide.length} bytes, MD5 \`${hash('md5', wide)}\``)
    expect(card()).toContain(`| SHA-256 | \`${sha256}\` |`)
    expect(readdirSync(to).sort()).toEqual(['models.json', 'wide.md', 'wide.onnx'])
    expect(await fromCatalogue('wide')).toContain('already: nothing was fetched')
    expect(asked).toEqual(['/wide.onnx'])
  })

  test('but with --keep-fp32, also where it is there as fp16', async () => {
    await fromCatalogue('wide')
    expect(await fromCatalogue('wide', '--keep-fp32')).not.toContain('fp16')
    expect(written().equals(wide)).toBe(true)
    expect(registry().wide.sha256).toBe(hash('sha256', wide))
    expect(card()).toContain('| weights | as published |')
    expect(await fromCatalogue('wide', '--keep-fp32')).toContain('already: nothing was fetched')
    expect(asked).toEqual(['/wide.onnx', '/wide.onnx'])
  })
})

type Runtime = typeof import('onnxruntime-web')

/** Runs in a page. Returns the range of the first network's output for noise, and the largest error of the second's. */
async function compared({ ort, files }: { ort: Runtime; files: string[] }) {
  ort.env.wasm.numThreads = 1
  const noise = Float32Array.from({ length: 3 * 16 * 16 }, (_, i) => Math.sin(i * i))
  const masks: Float32Array[] = []
  for (const file of files) {
    const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] })
    const { y } = await session.run({ x: new ort.Tensor('float32', noise, [1, 3, 16, 16]) })
    masks.push(y?.data as Float32Array)
  }
  const [one = new Float32Array(), other = new Float32Array()] = masks
  const off = one.map((value, i) => Math.abs(value - (other[i] ?? Number.NaN)))
  return { span: Math.max(...one) - Math.min(...one), off: Math.max(...off) }
}

test('a page takes it from there, and its masks are those of the model as published', async () => {
  await fromCatalogue('wide')
  const kept = join(folder, 'kept.onnx')
  writeFileSync(kept, wide)
  const files = ['models.json', 'wide.onnx'].map((name): [string, string] => [
    `/models/${name}`,
    join(to, name),
  ])
  const darkroom = { provider: 'wasm', persist: false, models: '/models/models.json' }
  const { page, close } = await openPage({
    darkroom,
    files: new Map([...files, ['/kept.onnx', kept]]),
  })
  try {
    const steps = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(24, 16)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      for (const [x, colour] of ['#dc1e28', '#1ec83c'].entries()) {
        context.fillStyle = colour
        context.fillRect(12 * x, 0, 12, 16)
      }
      const { darkroom } = window as unknown as { darkroom: Darkroom }
      const url = await canvas.convertToBlob()
      const { details } = await darkroom.run({ url, background: { remove: 'v2' } })
      return details?.steps.map(({ operation, model }) => ({ operation, model }))
    })
    expect(steps).toContainEqual({ operation: 'background', model: 'wide' })
    const runtime = join(root, 'node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
    const ort = await page.evaluateHandle<Runtime>(`import('/@fs${runtime}')`)
    const masks = await page.evaluate(compared, {
      ort,
      files: ['/kept.onnx', '/models/wide.onnx'],
    })
    expect(masks.span).toBeGreaterThan(0.2)
    expect(masks.off).toBeLessThan(1e-3)
    // Not 0: the two files do differ.
    expect(masks.off).toBeGreaterThan(0)
  } finally {
    await close()
  }
})
