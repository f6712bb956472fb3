import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { isolation } from '../../vite.config.ts'
import { startHttpServer } from './http-server.ts'

const types: Record<string, string> = {
  '.css': 'text/css',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

export interface Served {
  path: string
  status: number
}

/** Serves a folder with the headers for cross-origin isolation, and records the requests. */
export async function startStaticServer(folder: string, headers: OutgoingHttpHeaders = {}) {
  const served: Served[] = []
  const { port, close } = await startHttpServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const status = await answer(join(folder, path), response, headers)
    served.push({ path, status })
  })
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
    // Each worker that starts must request its script.
    'Cache-Control': 'no-store',
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...(size !== undefined && { 'Content-Length': size }),
    ...headers,
  })
  if (status === 200) createReadStream(file).pipe(response)
  else response.end()
  return status
}
