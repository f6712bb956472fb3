import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from 'pngjs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Another origin than the tests': serves /cors/x.png, /no-cors/x.png, /private/x.png (no CORS, no CORP), /slow/x.png; /proxy?url=<url> is a proxy. */
    pictures: string
    /** An origin where nothing listens. */
    nowhere: string
  }
}

const SLOW_MS = 60_000

/** A server of another origin, with and without CORS. */
export default async function setup(project: TestProject): Promise<() => void> {
  const picture = PNG.sync.write(
    Object.assign(new PNG({ width: 12, height: 8 }), { data: Buffer.alloc(12 * 8 * 4, 200) }),
  )
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, kind, name] = pathname.split('/')
    if (kind === 'private') return void response.end(picture)
    if (kind !== 'no-cors') response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (kind === 'proxy') return void proxy(searchParams.get('url') ?? '', response)
    if (kind === 'slow') return void setTimeout(() => response.end(picture), SLOW_MS).unref()
    if (name === 'missing.png') response.statusCode = 404
    response.end(name === 'missing.png' ? '' : picture)
  })
  project.provide('pictures', await listen(server))
  const closed = createServer()
  project.provide('nowhere', await listen(closed))
  await new Promise((resolve) => closed.close(resolve))
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

async function proxy(url: string, response: ServerResponse): Promise<void> {
  const upstream = await fetch(url).catch(() => new Response(null, { status: 502 }))
  response.statusCode = upstream.status
  response.end(new Uint8Array(await upstream.arrayBuffer()))
}

function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    )
  })
}
