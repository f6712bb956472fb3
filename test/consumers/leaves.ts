import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, onTestFinished } from 'vitest'
import { type Call, startMinimalService } from '../servers/minimal-service.ts'
import { type Sent, watch } from './watch.ts'

/** The same key as in page.js. */
const KEY = 'key-of-an-application'

const generate = { description: 'a beach', sample_num: 7 }

interface Asking {
  darkroom: { run(request: object): Promise<Ended> }
  file: File
}

interface Ended {
  status: string
  details: { width: number; height: number; sent?: { fields: string[] } }
}

/** Runs a request on the page's file, which is also the image of a caption. */
const run = (page: Page, request: object) =>
  page.evaluate(async (asked) => {
    const { darkroom, file } = window as unknown as Asking
    const record = await darkroom.run({ url: file, caption: { url: file }, ...asked })
    return JSON.parse(JSON.stringify(record)) as Ended
  }, request)

/** Expects that an application on `site` sends nothing for local operations, and otherwise only the generative part. */
export async function expectOnlyGenerativeLeaves(page: Page, site: string) {
  const service = await startMinimalService(KEY)
  onTestFinished(service.close)
  const { sent, sockets, clear } = watch(page)
  await page.goto(`${site}?remote=${encodeURIComponent(service.url)}`)
  await page.waitForFunction(() => 'darkroom' in window)

  const local = await run(page, { enhancements: ['light', 'denoise'], width: '200%' })
  expect(local).toMatchObject({ status: 'complete', details: { width: 96, height: 64 } })
  expect(local.details.sent).toBeUndefined()
  expect(service.calls).toEqual([])
  expectOnlyOwnGets(await sent(), new URL(site).origin)

  clear()
  const mixed = { enhancements: ['light'], background: { generate }, width: 40 }
  const record = await run(page, { ...mixed, output_format: 'jpeg' })
  expect(record).toMatchObject({ status: 'complete', details: { width: 40, height: 32 } })
  const bytes = await expectServiceCalls(service.calls)
  expectRecorded(record, service.url, bytes)
  expectSentOnlyTo(await sent(), service.url, new URL(site).origin)
  expect(sockets).toEqual([])
}

/** Expects only GETs to the page's own origin. */
function expectOnlyOwnGets(sent: Sent[], own: string) {
  const loud = sent.filter(
    ({ method, url, body }) => method !== 'GET' || body || url.origin !== own,
  )
  expect(loud).toEqual([])
  expect(sent.filter(({ text }) => text.includes(KEY))).toEqual([])
  // The requests of workers are recorded too: workers fetch the weights.
  expect(sent.filter(({ url }) => /\.onnx$/.test(url.pathname)).length).toBeGreaterThanOrEqual(2)
}

/**
 * Expects that the service received the generative part and the image once, and the key in a header of its endpoints
 * but not for the result. Returns the size of the body in bytes.
 */
async function expectServiceCalls(calls: Call[]): Promise<number> {
  const asked = calls.filter(({ method }) => method !== 'OPTIONS')
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /rest_api/me',
    'POST /rest_api/process',
    'GET /rest_api/result/d41d8cd98f',
    'GET /rest_api/result/d41d8cd98f',
    'GET /made/picture.png',
  ])
  for (const call of calls) {
    const keyed = call.path.startsWith('/rest_api/') && call.method !== 'OPTIONS'
    expect(call.headers['x-api-key'], call.path).toBe(keyed ? KEY : undefined)
    const { 'x-api-key': _, ...headers } = call.headers
    expect(`${call.path}${JSON.stringify(headers)}${call.body.toString('latin1')}`).not.toContain(
      KEY,
    )
  }
  expect(asked.filter(({ body }) => body.length > 0).length).toBe(1)
  const post = asked.find(({ method }) => method === 'POST')
  if (post) await expectGenerativePart(post)
  return post?.body.length ?? 0
}

async function expectGenerativePart({ headers, body }: Call) {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  expect([...form.keys()]).toEqual(['image', 'parameters'])
  expect(JSON.parse(String(form.get('parameters')))).toEqual({
    background: { generate: { description: 'a beach', sample_num: 7 } },
    output_format: 'png',
  })
  const file = form.get('image') as File
  const { width, height } = PNG.sync.read(Buffer.from(await file.arrayBuffer()))
  expect([width, height]).toEqual([48, 32])
  expect(body.includes('Anna')).toBe(false)
}

/** Expects that the record states what was sent, without the key. */
function expectRecorded(record: Ended, to: string, bytes: number) {
  const { fields = [], ...told } = record.details.sent ?? {}
  expect(told).toEqual({ to, picture: 'file', bytes })
  expect([...fields].sort()).toEqual([
    'background.generate.description',
    'background.generate.sample_num',
    'image',
    'output_format',
  ])
  expect(JSON.stringify(record)).not.toContain(KEY)
}

/** Expects that the browser sent one body, and the key only to the endpoints of the service. */
function expectSentOnlyTo(sent: Sent[], service: string, own: string) {
  expect(sent.filter(({ url }) => url.origin !== service && url.origin !== own)).toEqual([])
  const bodies = sent.filter(({ method, body }) => method !== 'GET' || body)
  expect(bodies.map(({ method, url }) => `${method} ${url.origin}${url.pathname}`)).toEqual([
    `POST ${service}/rest_api/process`,
  ])
  const told = sent.filter(({ text }) => text.includes(KEY))
  expect(told.length).toBe(4)
  for (const { url } of told) expect(url.href).toContain(`${service}/rest_api/`)
}
