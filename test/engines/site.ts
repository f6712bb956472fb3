import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isolation } from '../../vite.config.ts'
import { startHttpServer } from '../servers/http-server.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}
const PAGE = `<!doctype html><title>Darkroom</title><link rel="icon" href="data:,">
<script type="module">
  import * as library from '/darkroom/index.js'
  import * as http from '/darkroom/service-worker.js'
  Object.assign(window, { library, http })
</script>`

/** Serves the built package, a page that imports it, test files, and what pages PUT into `results`. */
export async function startSite({ isolated }: { isolated: boolean }, results: Map<string, Buffer>) {
  const { port, close } = await startHttpServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const headers = { ...(isolated && isolation), 'Cache-Control': 'no-cache' }
    if (request.method === 'PUT') {
      results.set(pathname, await bodyOf(request))
      response.writeHead(204, headers).end()
      return
    }
    const body = pathname === '/' ? PAGE : (results.get(pathname) ?? (await fileAt(pathname)))
    const type =
      pathname === '/' ? 'text/html' : (types[extname(pathname)] ?? 'application/octet-stream')
    response.writeHead(body === undefined ? 404 : 200, { ...headers, 'Content-Type': type })
    response.end(body)
  })
  return { url: `http://127.0.0.1:${port}/`, close }
}

/** A service worker controls the pages below its own folder: this one lies at the top. */
const fileAt = (path: string) => {
  if (path === '/service-worker.js') return readFile(inProject('dist/darkroom-service-worker.js'))
  const [, folder, name = ''] = /^\/(darkroom|samples|made|svg)\/([\w.-]+)$/.exec(path) ?? []
  const folders = {
    darkroom: 'dist',
    samples: 'demo/samples',
    made: 'test/fixtures/made',
    svg: 'test/fixtures/svg',
  }
  const known = folders[folder as keyof typeof folders]
  return known && readFile(inProject(`${known}/${name}`)).catch(() => undefined)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
