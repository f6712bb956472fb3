import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../scripts/page.mjs'

const ENTRY = `/@fs${fileURLToPath(new URL('../../src/index.ts', import.meta.url))}`

let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  opened = await openPage()
})
afterAll(() => opened.close())

/** The script of a worker that has a Darkroom of its own. */
const script = (origin: string) => `
  import { createDarkroom } from ${JSON.stringify(origin + ENTRY)}
  const darkroom = createDarkroom({ provider: 'wasm' })
  const url = new ImageData(24, 16)
  const done = await darkroom.run({ url, width: '200%' }).catch(({ message }) => ({ message }))
  postMessage({ status: done.status, width: done.details?.width, message: done.message })`

/** Runs in the page. What a worker posts first. */
const answerOf = (code: string) => {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const worker = new Worker(url, { type: 'module' })
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => resolve({ message })
  })
}

test('a worker of the application can have a Darkroom', async () => {
  const { page } = opened
  const answer = await page.evaluate(answerOf, script(new URL(page.url()).origin))
  expect(answer).toEqual({ status: 'complete', width: 48, message: undefined })
})
