import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { startHttpServer } from '../servers/http-server.ts'
import { moduleWorker, openSite } from '../servers/service-worker-site.ts'
import { picture, type Sent, send } from './in-page.ts'

declare const window: {
  darkroom: Darkroom
  controlled: Promise<number>
  outcome?: Promise<{ status: number; body: { code: string } } | string>
  started?: boolean
}

const API = 'https://api.darkroom.example'
const PROCESS_RESULT = '/rest_api/process_result'
/** Requests whose network takes half a minute and some seconds, and one that is quick. */
const endless = { url: picture(400, 300), width: '400%' }
const long = { url: picture(160, 120), width: '400%' }
const short = { url: picture(), width: '50%' }

let site: Awaited<ReturnType<typeof openSite>>

beforeAll(async () => {
  site = await openSite()
})
afterEach(() => site.reset())
afterAll(() => site?.close())

const ask = (page: Page, sent: Sent) => page.evaluate(send, sent)

/** Sends a request without waiting. The page keeps the outcome. */
const start = (page: Page, sent: Sent) =>
  page.evaluate(
    ([source, sent]) => {
      const call = new Function(`return ${source}`)() as typeof send
      window.outcome = call(sent).catch((error) => String(error))
    },
    [send.toString(), sent] as const,
  )

const outcome = (page: Page) => page.evaluate(() => window.outcome)

/** Resolves once the page's Darkroom has reported progress. */
async function working(page: Page) {
  await page.waitForFunction(() => window.started)
}
const watch = (page: Page) =>
  page.evaluate(() => {
    window.darkroom.on('progress', () => {
      window.started = true
    })
  })

test('the first load is under control within 5 s without a reload, and answers', async () => {
  const page = await site.open()
  let loads = 0
  page.on('load', () => loads++)
  expect(await page.evaluate(() => window.controlled)).toBeLessThan(5000)
  const { status, body } = await ask(page, { url: PROCESS_RESULT, json: short })
  expect([status, body.status, loads]).toEqual([200, 'complete', 0])
  expect(body.result_url).toMatch(
    new RegExp(`^${site.origin}/rest_api/files/${body.job}/[^/]+\\.png$`),
  )
  const file = await page.request.get(body.result_url).catch(() => undefined)
  // Only pages go through the service worker: the server itself has no such file.
  expect(file?.headers()['content-type']).not.toBe('image/png')
  const shown = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, body.result_url)
  expect(shown).toEqual([12, 8])
})

test('a forced reload, which leaves the page out of control, is under control again', async () => {
  const page = await site.openControlled()
  const session = await site.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await session.send('Page.reload', { ignoreCache: true })
  await loaded
  await page.evaluate(() => window.controlled)
  expect((await ask(page, { url: '/rest_api/me' })).status).toBe(200)
})

test('every endpoint, a part of a file, and an upload as multipart', async () => {
  const page = await site.openControlled()
  const accepted = await ask(page, { url: '/rest_api/process', json: short })
  expect(accepted.body).toMatchObject({ job: expect.any(String) })
  const record = `/rest_api/result/${accepted.body.job}`
  await expect
    .poll(async () => (await ask(page, { url: record })).body.status, {
      timeout: 30_000,
      interval: 250,
    })
    .toBe('complete')
  const { result_url } = (await ask(page, { url: record })).body
  const part = await ask(page, { url: result_url, headers: { Range: 'bytes=1-3' } })
  expect([part.status, part.length]).toEqual([206, 3])
  expect(part.range).toMatch(/^bytes 1-3\/\d+$/)
  expect((await ask(page, { url: '/rest_api/me', method: 'POST' })).body.api_key).toBe('caller')
  const deleted = await ask(page, { url: record, method: 'DELETE' })
  expect([deleted.status, deleted.body.message]).toEqual([200, 'Image deleted'])
  expect((await ask(page, { url: record })).body).toMatchObject({
    code: 'DELETED',
    status: 'complete',
  })
  expect((await ask(page, { url: result_url })).status).toBe(404)
  const none = await ask(page, { url: record, headers: { 'x-api-key': '' } })
  expect([none.status, none.body.code]).toEqual([403, 'NO_API_KEY'])
  const uploaded = await page.evaluate(
    async ([path, base64]) => {
      const bytes = await (await fetch(base64)).blob()
      const form = new FormData()
      form.append('image', new File([bytes], 'sea side.png', { type: 'image/png' }))
      form.append('parameters', JSON.stringify({ width: 12 }))
      const headers = { 'x-api-key': 'caller', 'X-Application-Name': 'test' }
      return (await fetch(path, { method: 'POST', headers, body: form })).json()
    },
    [PROCESS_RESULT, picture().replace('base64,', 'data:image/png;base64,')] as const,
  )
  expect(uploaded).toMatchObject({ status: 'complete', file_name: 'sea-side.png' })
})

test('a result opens in a tab of its own', async () => {
  const page = await site.openControlled()
  const { body } = await ask(page, { url: PROCESS_RESULT, json: short })
  const tab = await site.context().newPage()
  const response = await tab.goto(body.result_url)
  expect([response?.status(), response?.headers()['content-type']]).toEqual([200, 'image/png'])
})

test("an application's own module worker, of another listed origin", async () => {
  site.scripts.set('/own-worker.js', moduleWorker([API]))
  const setup = { script: '/own-worker.js', register: { type: 'module' as const } }
  const page = await site.openControlled(setup)
  expect((await ask(page, { url: `${API}/rest_api/me` })).status).toBe(200)
})

test('requests to another listed origin are answered, except for its other paths', async () => {
  const page = await site.openControlled({ register: { origins: [API] } })
  const { status, body } = await ask(page, { url: API + PROCESS_RESULT, json: short })
  expect([status, body.status]).toEqual([200, 'complete'])
  expect(body.result_url).toMatch(new RegExp(`^${API}/rest_api/files/`))
  const width = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    return image.naturalWidth
  }, body.result_url)
  expect(width).toBe(12)
  await expect(ask(page, { url: `${API}/other` })).rejects.toThrow('Failed to fetch')
  await expect(ask(page, { url: 'https://unlisted.darkroom.example/rest_api/me' })).rejects.toThrow(
    'Failed to fetch',
  )
})

test('an update of the worker in the middle of a request loses nothing', async () => {
  const page = await site.openControlled()
  await watch(page)
  await start(page, { url: PROCESS_RESULT, json: long })
  await working(page)
  const script = '/darkroom-service-worker.js'
  site.scripts.set(script, `${site.scripts.get(script)}\nself.updated = true`)
  const updated = page.evaluate(async () => {
    const before = navigator.serviceWorker.controller
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    while (navigator.serviceWorker.controller === before) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
    }
    return before?.state
  })
  expect(await outcome(page)).toMatchObject({ status: 200, body: { status: 'complete' } })
  await updated
  expect((await ask(page, { url: '/rest_api/me' })).status).toBe(200)
})

describe('two pages', () => {
  test('each answers its own requests, and for what only the other one knows', async () => {
    const [one, two] = [await site.openControlled(), await site.openControlled()]
    const { body } = await ask(one, { url: PROCESS_RESULT, json: short })
    const known = await ask(two, { url: `/rest_api/result/${body.job}` })
    expect([known.status, known.body.status]).toEqual([200, 'complete'])
    expect((await ask(two, { url: body.result_url })).type).toBe('image/png')
    expect((await ask(two, { url: '/rest_api/result/none' })).body.code).toBe('NOT_FOUND')
  })

  test('a page that does not answer is skipped', async () => {
    const answering = await site.openControlled({ darkroom: { account: { username: 'other' } } })
    const silent = await site.openControlled({ serves: false })
    const { status, body } = await ask(silent, { url: '/rest_api/me' })
    expect([status, body.username]).toEqual([200, 'other'])
    await answering.close()
    const none = await ask(silent, { url: '/rest_api/me' })
    expect([none.status, none.body.code]).toEqual([503, 'NO_PAGE'])
  })

  test('one that is closed in the middle of a request: told so, and the next one answers', async () => {
    const working_ = await site.openControlled()
    const silent = await site.openControlled({ serves: false })
    await watch(working_)
    await start(silent, { url: PROCESS_RESULT, json: endless })
    await working(working_)
    const next = await site.openControlled()
    await working_.close()
    expect(await outcome(silent)).toMatchObject({ status: 503, body: { code: 'NO_PAGE' } })
    expect((await ask(silent, { url: PROCESS_RESULT, json: short })).status).toBe(200)
    await next.close()
  })
})

describe('a remote service whose origin is answered for', () => {
  const record = { credits: 41, username: 'far', api_key: 'secret', webhooks: {} }

  /** A service that records its requests. */
  async function remoteService() {
    const calls: string[] = []
    const { url, close } = await startHttpServer((request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Access-Control-Allow-Headers', 'x-api-key')
      if (request.method !== 'OPTIONS')
        calls.push(`${request.method} ${request.url} ${request.headers['x-api-key']}`)
      response.end(JSON.stringify(record))
    })
    onTestFinished(close)
    return { url, calls }
  }

  test("Darkroom's own calls reach it, a page's do not", async () => {
    const { url, calls } = await remoteService()
    const page = await site.openControlled({
      darkroom: { remote: { baseUrl: url, apiKey: 'secret' } },
      register: { origins: [url] },
    })
    const { status, body } = await ask(page, { url: `${url}/rest_api/me` })
    expect([status, body]).toEqual([200, { ...record, api_key: 'caller' }])
    expect(await page.evaluate(() => window.darkroom.me())).toEqual({ ...record, api_key: '' })
    const own = 'GET /rest_api/me secret'
    expect(calls).toEqual([own, own])
    expect((await ask(page, { url: url + PROCESS_RESULT, json: short })).body.status).toBe(
      'complete',
    )
    expect(calls).toHaveLength(2)
  })
})
