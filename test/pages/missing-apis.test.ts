import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hurried } from './hurried.ts'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage()

const without = (name: string) =>
  `Object.defineProperty(self, '${name}', { value: undefined, configurable: true })`
const refusing = '() => { throw new DOMException("refused", "SecurityError") }'

const threads = Math.min(availableParallelism(), 8)
/** Without a network, and with one, which takes longer. */
const [smaller, larger] = [{ width: '50%' }, { width: '200%' }] as const
const done = { status: 'complete', size: [16, 12], threads }
const computed = { status: 'complete', size: [64, 48], provider: 'wasm', threads }

/** An adapter that says something of itself by other ways than `info`. */
const withoutInfo = (telling: string) => `{
  const { get } = Object.getOwnPropertyDescriptor(GPUAdapter.prototype, 'info')
  delete GPUAdapter.prototype.info
  Object.assign(GPUAdapter.prototype, ${telling})
}`
const software = { ...computed, why: 'the only GPU adapter is software' }

/** Scripts that take an API away, and what a job is like without it. */
const cases: [api: string, script: string, outcome: object][] = [
  ['anything taken away', '', done],
  [
    'Web Locks',
    'delete self.Navigator?.prototype.locks; delete self.WorkerNavigator?.prototype.locks',
    done,
  ],
  ['BroadcastChannel', without('BroadcastChannel'), done],
  ['IndexedDB', without('indexedDB'), computed],
  ['permission for IndexedDB', `IDBFactory.prototype.open = ${refusing}`, computed],
  ['ImageDecoder', without('ImageDecoder'), done],
  ['SharedArrayBuffer', without('SharedArrayBuffer'), { ...computed, threads: 1 }],
  [
    'WebGPU',
    'delete self.Navigator?.prototype.gpu; delete self.WorkerNavigator?.prototype.gpu',
    { ...computed, why: 'this browser has no WebGPU' },
  ],
  [
    'GPUAdapter.info, as in Chrome before 127',
    withoutInfo(`{
      async requestAdapterInfo() {
        const { vendor, architecture } = get.call(this)
        return { vendor, architecture }
      }
    }`),
    software,
  ],
  ['a word of a fallback adapter', withoutInfo('{ isFallbackAdapter: true }'), software],
  [
    'an answer of an adapter',
    withoutInfo(`{ isFallbackAdapter: true, requestAdapterInfo: async () => { throw 'no' } }`),
    software,
  ],
  [
    'more than 1 GiB of shared memory',
    `WebAssembly.Memory = class extends WebAssembly.Memory {
      constructor(descriptor) {
        if (descriptor.shared && descriptor.maximum > 2 ** 14) throw new RangeError('Out of memory')
        super(descriptor)
      }
    }`,
    computed,
  ],
  [
    'hashes, a file system, service workers and caches',
    `delete Crypto.prototype.subtle
     delete self.StorageManager?.prototype.getDirectory
     delete self.Navigator?.prototype.serviceWorker
     ${without('caches')}`,
    computed,
  ],
]

test.each(cases)('a job runs without %s', async (_, script, outcome) => {
  const page = await openWithout(script)
  const request = 'provider' in outcome ? larger : smaller
  expect(await page.evaluate(run, request)).toMatchObject(outcome)
})

test('without JSPI Safari computes on WebAssembly, and downloads no runtime for its GPU', async () => {
  const page = await openWithout(`
    delete WebAssembly.Suspending
    Object.defineProperty(navigator, 'userAgent', { value: 'AppleWebKit/605.1.15 Safari/605.1.15' })
    Object.defineProperty(GPUAdapter.prototype, 'info', { value: { vendor: 'apple' } })`)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  expect(await page.evaluate(run, larger)).toMatchObject({
    ...computed,
    why: 'WebKit without JSPI is reported to take gigabytes for WebGPU',
  })
  expect(requested.join(' ')).toContain('ort-wasm-simd-threaded.wasm')
  expect(requested.filter((url) => /asyncify|jspi|ort\.webgpu/.test(url))).toEqual([])
})

test('a job on an iPad that needs more than 1 GiB is refused', async () => {
  const page = await openWithout(`
    delete self.Navigator?.prototype.deviceMemory
    Object.defineProperty(navigator, 'userAgent', { value: 'Macintosh AppleWebKit/605.1.15' })
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })`)
  const planned = page.evaluate(() =>
    window.darkroom.plan({ url: new ImageData(32, 24), width: 12000 }).catch(String),
  )
  expect(await planned).toContain('at most 1.1 GB of memory')
})

test('without OffscreenCanvas what needs it fails with its name', async () => {
  const page = await openWithout('delete self.OffscreenCanvas')
  expect(await page.evaluate(run, smaller)).toMatchObject(done)
  expect(await page.evaluate(run, { ...smaller, output_format: 'jpeg' as const })).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('OffscreenCanvas'),
  })
})

test('without module workers a job fails with the reason', async () => {
  const page = await openWithout(`if (self.Worker) {
    const Classic = Worker
    self.Worker = class {
      constructor(url, options) {
        if (options?.type === 'module') throw new TypeError('Module workers are not supported')
        return new Classic(url, options)
      }
    }
  }`)
  await page.clock.install()
  expect(await hurried(page, page.evaluate(run, smaller))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Module workers'),
  })
})
