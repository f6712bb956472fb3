import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enhancementNames } from '../../src/request/enhancement-names.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { ownModel } from './own-model.ts'
import { openDarkroom, run } from './page.ts'

const KEY = 'network-key'

let service: Awaited<ReturnType<typeof startReferenceService>>
let opened: Awaited<ReturnType<typeof openDarkroom>>
let requests: Request[]

beforeAll(async () => {
  service = await startReferenceService({ keys: [KEY] })
  opened = await openDarkroom({ models: { own: await ownModel() } })
  opened.page.context().on('request', (request) => requests.push(request))
})
afterAll(async () => {
  await opened?.close()
  service?.close()
})
beforeEach(() => {
  requests = []
})

const url = 'the picture'

/** Requests that use every local operation. `replace` without other fields removes the background with `auto`. */
const local: object[] = [
  ...enhancementNames.map((name) => ({ url, enhancements: [name] })),
  ...['v2', 'human', 'item'].map((remove) => ({ url, background: { remove } })),
  { url, background: { replace: url } },
  { url, background: { mask: url, hints: url, output: 'mask' } },
  { url, background: { color: '#ff0000' }, safe: true },
  { url, nsfw_parameters: { threshold: 0, nsfw_image_url: url }, safe: true },
  { url, background: { color: '#ff0000' } },
  { url, width: '200%', height: 40, padding: 2 },
  { url, width: '300%', caption: { url } },
  { url, width: 6, height: 8, fit: { crop: 'center' } },
  { url, rotate: 90 },
  { url, width: 20, height: 20, fit: { crop: 'content' } },
  { url, preset: 'enhance_document', upscale_parameters: { type: 'v1' }, enhancements: [] },
  { url, preset: 'auto_enhance' },
  { url, output_format: 'webp', max_file_size: '10kb' },
]

/** Replaces the page's image by a small photograph with a face. */
async function showPortrait(page: Page) {
  const file = new URL('../../demo/samples/blurred.jpg', import.meta.url)
  await page.evaluate(async (base64) => {
    const photograph = await fetch(`data:image/jpeg;base64,${base64}`)
    const [resizeWidth, resizeHeight] = [48, 32]
    const small = await createImageBitmap(await photograph.blob(), { resizeWidth, resizeHeight })
    const canvas = new OffscreenCanvas(resizeWidth, resizeHeight)
    canvas.getContext('2d')?.drawImage(small, 0, 0)
    Object.assign(window, { picture: await canvas.convertToBlob() })
  }, readFileSync(file).toString('base64'))
}

/** Returns the names of all operations, from their table. */
const operations = () => {
  const table = fileURLToPath(new URL('../../workers/operation-table.ts', import.meta.url))
  const rows = readFileSync(table, 'utf8').matchAll(/export \{ default as (\w+) \}/g)
  return [...rows].map(([, name]) => name)
}

test('without a remote service all local operations send nothing', async () => {
  await showPortrait(opened.page)
  const done = new Set<string>()
  const found = new Set<unknown>()
  const models: unknown[] = []
  for (const request of local) {
    const { record, error } = await run(opened.page, request)
    expect(error, JSON.stringify(request)).toBeUndefined()
    const steps = record?.details?.steps ?? []
    for (const { operation } of steps) done.add(operation)
    models.push(...steps.map(({ model }) => model))
    found.add(record?.details?.faces)
  }
  expect(operations().length).toBeGreaterThan(15)
  const ofRemoteSegment = ['detail', 'matte']
  const onDevice = operations().filter((name) => !ofRemoteSegment.includes(String(name)))
  expect(onDevice.filter((name) => !done.has(String(name)))).toEqual([])
  expect(found).toContain(1)
  expect(models).toEqual(
    expect.arrayContaining(['own', 'matte', 'nsfw', expect.stringMatching(/^blazeface/)]),
  )
  const sending = requests.filter((request) => request.method() !== 'GET' || request.postData())
  expect(sending.map((request) => request.url())).toEqual([])
  const page = new URL(opened.page.url()).origin
  const sites = requests.map((request) => new URL(request.url()))
  expect(
    sites.filter(({ origin, protocol }) => protocol.startsWith('http') && origin !== page),
  ).toEqual([])
  // The recorded requests include those of workers: workers fetch the weights.
  expect(sites.filter(({ pathname }) => pathname.endsWith('.onnx')).length).toBeGreaterThan(8)
}, 240_000)

test('with a remote service, only generative requests go there, and its key nowhere else', async () => {
  await opened.start(opened.page, { remote: { baseUrl: service.url, apiKey: KEY } })
  requests = []
  for (const request of local.slice(3, 6)) await run(opened.page, request)
  expect(service.arrivals).toEqual([])
  await run(opened.page, { url, enhancements: ['light'], generative_upscale: true, width: 30 })
  const sending = requests.filter((request) => request.method() !== 'GET')
  expect(sending.map((request) => [request.method(), request.url().split('#')[0]])).toEqual([
    ['POST', `${service.url}/rest_api/process`],
  ])
  const headers = await Promise.all(
    requests.map((request) => request.allHeaders().catch(() => ({}))),
  )
  const told = requests.filter((request, i) =>
    `${request.url()}${JSON.stringify(headers[i])}${request.postData() ?? ''}`.includes(KEY),
  )
  expect(told.length).toBeGreaterThan(1)
  for (const request of told) {
    expect(request.url()).toMatch(new RegExp(`^${service.url}/rest_api/(me|process|result/)`))
  }
})
