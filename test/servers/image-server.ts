import type { ServerResponse } from 'node:http'
import { PNG } from 'pngjs'
import type { TestProject } from 'vitest/node'
import { startHttpServer } from './http-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of a server on another origin than the tests. It serves /cors/x.png, /no-cors/x.png, /private/x.png
     * (neither CORS nor CORP) and /slow/x.png; /proxy?url=<url> is a proxy, /requests lists the paths that were asked for.
     * /mended/x answers `wrong` once, to be kept for ever, and then `right`.
     */
    imageServer: string
    /** URL of an origin where no server listens. */
    unreachable: string
  }
}

const SLOW_MS = 60_000

/** Serves one small PNG from another origin, with and without CORS headers. */
export default async function setup(project: TestProject): Promise<() => void> {
  const image = PNG.sync.write(
    Object.assign(new PNG({ width: 12, height: 8 }), { data: Buffer.alloc(12 * 8 * 4, 200) }),
  )
  const mended = new Set<string>()
  const requests: string[] = []
  const server = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, kind, name] = pathname.split('/')
    requests.push(pathname)
    if (kind === 'private') return void response.end(image)
    if (kind !== 'no-cors') response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (kind === 'requests') return void response.end(JSON.stringify(requests))
    if (kind === 'proxy') return void proxy(searchParams.get('url') ?? '', response)
    if (kind === 'mended') {
      const first = !mended.has(pathname)
      mended.add(pathname)
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      return void response.end(first ? 'wrong' : 'right')
    }
    if (kind === 'slow') return void setTimeout(() => response.end(image), SLOW_MS).unref()
    if (name === 'missing.png') response.statusCode = 404
    response.end(name === 'missing.png' ? '' : image)
  })
  const closed = await startHttpServer(() => {})
  closed.close()
  project.provide('imageServer', server.url)
  project.provide('unreachable', closed.url)
  return server.close
}

async function proxy(url: string, response: ServerResponse): Promise<void> {
  const upstream = await fetch(url).catch(() => new Response(null, { status: 502 }))
  response.statusCode = upstream.status
  response.end(new Uint8Array(await upstream.arrayBuffer()))
}
