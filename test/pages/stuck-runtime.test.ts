import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'wasm' })

const SCRIPT = /\/ort-wasm-simd-threaded\.mjs$/

/** In the place of the runtime's script: with threads it blocks its worker, as in Firefox at times. */
const stuckWithThreads = (real: string) => `export default (options) => {
  while (options.numThreads > 1);
  return import(${JSON.stringify(`${real}?real`)}).then((runtime) => runtime.default(options))
}`

test('a runtime that does not start with threads is started with one', async ({ skip }) => {
  if (availableParallelism() < 2) skip('needs two processor cores')
  const page = await openWithout('')
  await page.context().route(SCRIPT, (route) => {
    const body = stuckWithThreads(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  expect(await page.evaluate(run, { width: '200%' as const })).toMatchObject({
    status: 'complete',
    size: [64, 48],
    threads: 1,
  })
})
