import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'wasm' })

const SCRIPT = /\/ort-wasm-simd-threaded\.mjs$/

/** In the place of the runtime's script: what it does with threads. */
const withThreads = (fault: string) => (real: string) =>
  `export default (options) => {
  while (options.numThreads > 1) ${fault};
  return import(${JSON.stringify(`${real}?real`)}).then((runtime) => runtime.default(options))
}`

test.for([
  ['blocks its worker, as in Firefox at times', withThreads('')],
  ['has no memory, as on iOS', withThreads("throw new RangeError('Out of memory')")],
] as const)(
  'a runtime that with threads %s is started with one',
  async ([_, scriptOf], { skip }) => {
    if (availableParallelism() < 2) skip('needs two processor cores')
    const page = await openWithout('')
    await page.context().route(SCRIPT, (route) => {
      const body = scriptOf(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    expect(await page.evaluate(run, { width: '200%' as const })).toMatchObject({
      status: 'complete',
      size: [64, 48],
      threads: 1,
    })
  },
)
