import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { enlarge, openWithout, usePage } from './missing-apis.ts'

usePage()

const without = (name: string) =>
  `Object.defineProperty(self, '${name}', { value: undefined, configurable: true })`
const refusing = '() => { throw new DOMException("refused", "SecurityError") }'

const threads = Math.min(availableParallelism(), 8)
const done = { status: 'complete', size: [64, 48], provider: 'wasm', threads }

/** Scripts that take an API away, and what a job is like without it. */
const cases: [api: string, script: string, outcome: object][] = [
  ['anything taken away', '', done],
  [
    'Web Locks',
    'delete self.Navigator?.prototype.locks; delete self.WorkerNavigator?.prototype.locks',
    done,
  ],
  ['BroadcastChannel', without('BroadcastChannel'), done],
  ['IndexedDB', without('indexedDB'), done],
  ['permission for IndexedDB', `IDBFactory.prototype.open = ${refusing}`, done],
  ['ImageDecoder', without('ImageDecoder'), done],
  ['SharedArrayBuffer', without('SharedArrayBuffer'), { ...done, threads: 1 }],
  [
    'WebGPU',
    'delete self.Navigator?.prototype.gpu; delete self.WorkerNavigator?.prototype.gpu',
    { ...done, why: 'this browser has no WebGPU' },
  ],
  [
    'hashes, a file system, service workers and caches',
    `delete Crypto.prototype.subtle
     delete self.StorageManager?.prototype.getDirectory
     delete self.Navigator?.prototype.serviceWorker
     ${without('caches')}`,
    done,
  ],
]

test.each(cases)('a job runs without %s', async (_, script, outcome) => {
  const page = await openWithout(script)
  expect(await page.evaluate(enlarge, 'png' as const)).toMatchObject(outcome)
})

test('without OffscreenCanvas what needs it fails with its name', async () => {
  const page = await openWithout('delete self.OffscreenCanvas')
  expect(await page.evaluate(enlarge, 'png' as const)).toMatchObject(done)
  expect(await page.evaluate(enlarge, 'jpeg' as const)).toMatchObject({
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
  expect(await page.evaluate(enlarge, 'png' as const)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Module workers'),
  })
})
