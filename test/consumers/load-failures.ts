import type { Page, Route } from 'playwright-core'

/** A fault of the server that a page's assets come from, and what the error says of it. */
export interface LoadFailure {
  name: string
  /** Headers of the page's own responses. */
  headers?: Record<string, string>
  /** Headers of another origin that serves the assets. */
  foreign?: Record<string, string>
  query?: string
  spoil?(page: Page): Promise<unknown>
  message: RegExp
}

const SCRIPT = '**/engine.worker.js*'
const READABLE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const RUNTIME_SCRIPT = '**/ort-wasm-simd-threaded.mjs'
const RUNTIME = '**/ort-wasm-simd-threaded.wasm'

const respond =
  (change: (route: Route) => Promise<void>, url = SCRIPT) =>
  (page: Page) =>
    page.context().route(url, change)

/** Answers with the file, as another type. */
const retyped = (contentType: string) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, headers: { ...response.headers(), 'content-type': contentType } })
}

export const loadFailures: LoadFailure[] = [
  {
    name: 'a missing folder',
    query: '?assets=/nowhere/',
    message: /nowhere\/engine\.worker\.js\S* could not be loaded: HTTP 404.*install\.md/,
  },
  {
    name: 'a server that answers with its page',
    foreign: { ...READABLE, 'Content-Type': 'text/html' },
    message: /engine\.worker\.js\S* could not be loaded: .*HTML page.*install\.md/,
  },
  {
    name: 'a wrong type',
    foreign: { ...READABLE, 'Content-Type': 'text/plain' },
    message: /could not be loaded: it came as text\/plain.*Content-Type: text\/javascript/,
  },
  {
    name: 'an origin that allows no other',
    foreign: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
    message: /could not be loaded: .*CORS.*Access-Control-Allow-Origin: http:\/\/localhost/,
  },
  {
    name: 'a Content Security Policy',
    headers: { 'Content-Security-Policy': "script-src 'self'; worker-src 'none'" },
    message: /could not be loaded: the Content Security Policy.*Allow http:\S+ in worker-src/,
  },
  {
    name: 'a worker without the header of an isolated page',
    spoil: respond(async (route) => {
      const response = await route.fetch()
      const { 'cross-origin-embedder-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    }),
    message: /could not be loaded: .*isolated.*Cross-Origin-Embedder-Policy: require-corp/,
  },
  {
    name: "a wrong type of the runtime's script",
    spoil: respond(retyped('application/octet-stream'), RUNTIME_SCRIPT),
    message:
      /threaded\.mjs could not be loaded: it came as application.octet.*Content-Type: text.javascript/,
  },
  {
    name: "a missing runtime's script",
    spoil: respond((route) => route.fulfill({ status: 404 }), RUNTIME_SCRIPT),
    message: /threaded\.mjs could not be loaded: HTTP 404.*install\.md/,
  },
  {
    name: "a page in the runtime's place",
    spoil: respond(
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      RUNTIME,
    ),
    message: /threaded\.wasm could not be loaded: .*HTML page.*install\.md/,
  },
  {
    name: 'a Content Security Policy without WebAssembly',
    headers: { 'Content-Security-Policy': "script-src 'self'; worker-src 'self'" },
    message: /\.wasm could not be loaded: .*forbids WebAssembly.*'wasm-unsafe-eval' in script-src/,
  },
  {
    name: 'a Content Security Policy without the weights',
    spoil: respond(async (route) => {
      const response = await route.fetch()
      const own = `http://${new URL(response.url()).host}`
      const policy = `connect-src ${own}/nowhere/`
      const headers = { ...response.headers(), 'content-security-policy': policy }
      await route.fulfill({ response, headers })
    }),
    message:
      /weights at \S+ could not be .*forbids it by connect-src. Allow http:\S+ in connect-src/,
  },
  {
    name: 'Trusted Types without the policy',
    headers: {
      'Content-Security-Policy': "require-trusted-types-for 'script'; trusted-types other",
    },
    message: /engine\.worker\.js\S* could not be loaded: .*Allow darkroom-web in trusted-types/,
  },
  {
    name: 'assets of another build',
    spoil: respond(async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: text.replace(/\d+\.\d+\.\d+\+[0-9a-f]{8}/, '0.0.9+00000000'),
      })
    }),
    message: /Darkroom is \d\S+, but the worker at \S+ is 0\.0\.9\+00000000.*darkroom-web assets/,
  },
]
