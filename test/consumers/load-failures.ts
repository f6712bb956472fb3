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

const respond = (change: (route: Route) => Promise<void>) => (page: Page) =>
  page.context().route(SCRIPT, change)

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
