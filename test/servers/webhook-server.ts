import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { startHttpServer } from './http-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of a server on another origin than the tests. It records requests to `/<kind>/<name>` and lists them at `/log/<name>`.
     * Kinds: `cors`; `no-cors`; `opaque` (no CORS, but isolated pages may embed it); `refuse` (404); `busy` (429, then 200);
     * `down` (always 503); `once` (503, then 200); `broken` (cuts the connection); `moved` (redirects to `/cors/<name>-there`).
     */
    webhookServer: string
  }
}

/** A recorded request; preflights are recorded too. */
export interface Arrival {
  method: string
  type: string
  body: string
}

const arrivals = new Map<string, Arrival[]>()

function answer(kind: string, before: number, response: ServerResponse): void {
  if (kind === 'opaque') response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  else if (kind !== 'no-cors') {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'content-type')
    response.setHeader('Access-Control-Expose-Headers', 'retry-after')
  }
  if (kind === 'refuse') response.statusCode = 404
  if (kind === 'moved') response.statusCode = 307
  if (kind === 'down' || (kind === 'once' && before === 0)) response.statusCode = 503
  if (kind === 'busy' && before === 0) {
    response.statusCode = 429
    response.setHeader('Retry-After', '7')
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind = '', name = ''] = (request.url ?? '').split('/')
  const known = arrivals.get(name) ?? []
  if (kind === 'log') {
    response.setHeader('Access-Control-Allow-Origin', '*')
    return void response.end(JSON.stringify(known))
  }
  const { method = '', headers } = request
  const posts = known.filter((arrival) => arrival.method === 'POST').length
  const arrival = { method, type: headers['content-type'] ?? '', body: await text(request) }
  arrivals.set(name, [...known, arrival])
  if (kind === 'broken') return void request.socket.destroy()
  answer(kind, posts, response)
  if (kind === 'moved') response.setHeader('Location', `/cors/${name}-there`)
  // A failed preflight would hide the answer under test.
  if (method === 'OPTIONS') response.statusCode = 204
  response.end()
}

/** Receives webhooks, with and without CORS headers. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { url, close } = await startHttpServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  project.provide('webhookServer', url)
  return close
}
