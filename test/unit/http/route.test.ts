import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '../../../src/http/mount.ts'
import { type RequestHandler, serveRequests } from '../../../src/http/serve-requests.ts'
import type { WindowClient } from '../../../src/http/worker-scope.ts'

const HERE = 'https://shop.example'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Simulates a page as seen by a service worker. Without a Darkroom it does not answer. */
function pageOf(id: string, darkroom?: RequestHandler): WindowClient {
  const container = Object.assign(new EventTarget(), { startMessages() {} })
  if (darkroom) serveRequests(darkroom, container as unknown as ServiceWorkerContainer)
  return {
    id,
    url: `${HERE}/${id}`,
    postMessage: (data, ports) =>
      void container.dispatchEvent(
        new MessageEvent('message', { data, ports: ports as MessagePort[] }),
      ),
  }
}

/** Simulates the scope of a service worker with these pages, the most recently used first. */
function workerWith(pages: WindowClient[], origins: string[] = []) {
  const scope = Object.assign(new EventTarget(), {
    location: { origin: HERE },
    skipWaiting: vi.fn(async () => {}),
    clients: {
      matchAll: async () => pages,
      get: async (id: string) => pages.find((page) => page.id === id),
      claim: vi.fn(async () => {}),
    },
  })
  mount(scope, { origins })
  /** Returns undefined if the service worker does not handle the request. */
  const request = (url: string, init: RequestInit = {}, clientId = '') => {
    let answer: Promise<Response> | undefined
    const respondWith = (response: Promise<Response>) => {
      answer = response
    }
    const asked = new Request(new URL(url, HERE), init)
    scope.dispatchEvent(
      Object.assign(new Event('fetch'), { request: asked, clientId, respondWith }),
    )
    return answer
  }
  return { scope, request, pages }
}

const naming = (name: string): RequestHandler => ({ fetch: async () => Response.json({ name }) })
const unknowing: RequestHandler = {
  fetch: async () => Response.json({ code: 'NOT_FOUND' }, { status: 404 }),
}
const json = async (response: Promise<Response> | undefined) => (await response)?.json()
const ME = '/rest_api/me'

test('only /rest_api/ of its own and of the listed origins is answered', () => {
  const { request } = workerWith([], ['https://api.example/v1'])
  expect(request(ME)).toBeDefined()
  expect(request('https://api.example/rest_api/process', { method: 'POST' })).toBeDefined()
  expect(request('/rest_api')).toBeUndefined()
  expect(request('/other/rest_api/me')).toBeUndefined()
  expect(request('https://api.example/other')).toBeUndefined()
  expect(request('https://else.example/rest_api/me')).toBeUndefined()
  expect(request('https://api.example/rest_api/me#darkroom-direct')).toBeUndefined()
  vi.runAllTimers()
})

test('a request and its response are passed on unchanged', async () => {
  let asked: Request | undefined
  const page = pageOf('a', {
    fetch: async (request) => {
      asked = request
      return new Response('é', { status: 206, headers: { 'X-Test': '1' } })
    },
  })
  const headers = { 'x-api-key': 'k', 'Content-Type': 'application/json' }
  const init = { method: 'POST', body: '{"url":"ü"}', headers }
  const response = await workerWith([page]).request('/rest_api/process?a=b', init)
  expect([asked?.method, asked?.url]).toEqual(['POST', `${HERE}/rest_api/process?a=b`])
  expect(Object.fromEntries(asked?.headers ?? [])).toEqual({
    'x-api-key': 'k',
    'content-type': 'application/json',
  })
  expect(await asked?.text()).toBe('{"url":"ü"}')
  expect([response?.status, response?.headers.get('X-Test')]).toEqual([206, '1'])
  expect(await response?.text()).toBe('é')
})

test('a response without a body stays without', async () => {
  const page = pageOf('a', { fetch: async () => new Response(null, { status: 204 }) })
  expect((await workerWith([page]).request(ME, { method: 'OPTIONS' }))?.status).toBe(204)
})

test('the requesting page comes first, then the most recently used one', async () => {
  const { request } = workerWith([pageOf('a', naming('a')), pageOf('b', naming('b'))])
  expect(await json(request(ME, {}, 'b'))).toEqual({ name: 'b' })
  expect(await json(request(ME, {}, 'gone'))).toEqual({ name: 'a' })
})

test('pages that do not answer are skipped together, after 2 s', async () => {
  const { request } = workerWith([pageOf('a'), pageOf('b'), pageOf('c', naming('c'))])
  const answer = json(request(ME, {}, 'a'))
  const settled = vi.fn()
  void answer.then(settled)
  await vi.advanceTimersByTimeAsync(1999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toEqual({ name: 'c' })
})

test('503 if no page answers, or none is open', async () => {
  for (const pages of [[], [pageOf('a')]]) {
    const answer = workerWith(pages).request(ME)
    await vi.advanceTimersByTimeAsync(2000)
    const response = await answer
    expect(response?.status).toBe(503)
    expect(await response?.json()).toMatchObject({ code: 'NO_PAGE', status: 503 })
  }
})

test('a job that one page does not know is requested from the next', async () => {
  const knowing = workerWith([pageOf('a', unknowing), pageOf('b', naming('b'))])
  expect(await json(knowing.request('/rest_api/result/1'))).toEqual({ name: 'b' })
  const nobody = workerWith([pageOf('a', unknowing), pageOf('b', unknowing)])
  expect((await nobody.request('/rest_api/result/1'))?.status).toBe(404)
})

test('if a page is closed during a request, GET and DELETE go to the next page', async () => {
  const closing = (worker: ReturnType<typeof workerWith>) =>
    pageOf('a', {
      fetch: () => {
        worker.pages.splice(0, 1)
        return new Promise(() => {})
      },
    })
  for (const [method, expected] of [
    ['GET', 200],
    ['DELETE', 200],
    ['POST', 503],
  ] as const) {
    const worker = workerWith([])
    worker.pages.push(closing(worker), pageOf('b', naming('b')))
    const answer = worker.request(ME, { method })
    await vi.waitFor(() => expect(worker.pages).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect((await answer)?.status, method).toBe(expected)
  }
})

test.each([
  ['GET', { name: 'b' }],
  ['POST', { code: 'NO_PAGE' }],
])('a page that says it is here and then nothing is given 10 s: %s', async (method, expected) => {
  const mute: WindowClient = {
    ...pageOf('a'),
    postMessage: (_, ports) => (ports as MessagePort[])[0]?.postMessage({ type: 'here' }),
  }
  const answer = json(workerWith([mute, pageOf('b', naming('b'))]).request(ME, { method }))
  const settled = vi.fn()
  void answer.then(settled)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  for (let s = 0; s < 12 && settled.mock.calls.length === 0; s++) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1000)
    if (s < 8) expect(settled).not.toHaveBeenCalled()
  }
  expect(await answer).toMatchObject(expected)
})

test('a page that works for a minute is waited for', async () => {
  const busy: RequestHandler = {
    fetch: () =>
      new Promise((done) => setTimeout(() => done(Response.json({ name: 'a' })), 60_000)),
  }
  const answer = json(workerWith([pageOf('a', busy)]).request(ME))
  const settled = vi.fn()
  void answer.then(settled)
  for (let s = 0; s < 65 && settled.mock.calls.length === 0; s++) {
    // Messages arrive between two checks.
    await new Promise((done) => setImmediate(() => setImmediate(done)))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await answer).toEqual({ name: 'a' })
})

test('an abort is passed on to the page', async () => {
  const controller = new AbortController()
  const aborted = new Promise<string>((resolve) => {
    const darkroom: RequestHandler = {
      fetch: (request) =>
        new Promise(() => {
          request.signal.addEventListener('abort', () => resolve('aborted'))
          controller.abort()
        }),
    }
    void workerWith([pageOf('a', darkroom)]).request(ME, { signal: controller.signal })
  })
  expect(await aborted).toBe('aborted')
})

test('a Darkroom that fails beyond its own errors is a 500', async () => {
  const page = pageOf('a', { fetch: () => Promise.reject(new Error('no script')) })
  const response = await workerWith([page]).request(ME)
  expect(response?.status).toBe(500)
  expect(await response?.json()).toMatchObject({ message: 'no script', code: 'INTERNAL' })
})

test('it takes control at once, and again if a page asks for it', () => {
  const { scope } = workerWith([])
  const waitUntil = vi.fn()
  scope.dispatchEvent(Object.assign(new Event('install'), { waitUntil }))
  scope.dispatchEvent(Object.assign(new Event('activate'), { waitUntil }))
  expect([scope.skipWaiting, scope.clients.claim].map((it) => it.mock.calls.length)).toEqual([1, 1])
  const ask = (data: unknown) =>
    scope.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { waitUntil }))
  ask({ type: 'darkroom-claim' })
  ask('something else')
  expect(scope.clients.claim).toHaveBeenCalledTimes(2)
})
