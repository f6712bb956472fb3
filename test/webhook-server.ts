import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Another origin than the tests': records what is sent to `/<kind>/<name>`, and tells it at `/log/<name>`.
     * Kinds: `cors`; `no-cors`; `opaque` (the same, but for isolated pages to embed); `refuse` (404); `busy` (429, then 200); `down` (503, always); `once` (503, then 200);
     * `broken` (the connection is cut).
     */
    receivers: string
  }
}

/** One request that arrived; preflights are told too. */
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
  // A preflight is answered well, or it would hide what is to be tested.
  if (method === 'OPTIONS') response.statusCode = 204
  response.end()
}

/** Receivers of webhooks, with and without CORS. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('receivers', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
