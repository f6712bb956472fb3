import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { isolation } from '../../vite.config.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

export interface Served {
  path: string
  status: number
}

/** Serves a folder with the headers for cross-origin isolation, and remembers what was asked for. */
export async function serve(folder: string, headers: OutgoingHttpHeaders = {}) {
  const served: Served[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const status = await answer(join(folder, path), response, headers)
    served.push({ path, status })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${port}/`, served, close }
}

async function answer(file: string, response: ServerResponse, headers: OutgoingHttpHeaders) {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => undefined,
  )
  const status = size === undefined ? 404 : 200
  response.writeHead(status, {
    ...isolation,
    // So that each worker that starts asks for its script.
    'Cache-Control': 'no-store',
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...(size !== undefined && { 'Content-Length': size }),
    ...headers,
  })
  if (status === 200) createReadStream(file).pipe(response)
  else response.end()
  return status
}
