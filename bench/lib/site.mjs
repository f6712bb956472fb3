import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { siteFolder } from './build.mjs'

const script = 'text/javascript'
const types = { html: 'text/html', js: script, mjs: script, wasm: 'application/wasm' }
const folders = {
  '/thick/': fileURLToPath(
    new URL('../node_modules/@upscalerjs/esrgan-thick/models/', import.meta.url),
  ),
  '/imgly/': fileURLToPath(
    new URL('../node_modules/@imgly/background-removal-data/dist/', import.meta.url),
  ),
  '/tfjs-wasm/': fileURLToPath(
    new URL('../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url),
  ),
  '/': siteFolder,
}

/**
 * Serves the built pages, gzipped. The pages can GET and PUT `files`, a map from path to bytes.
 * `downloaded()` returns the compressed bytes sent since its last call, without those of `files`.
 */
export async function serve({ files = new Map(), isolated = true } = {}) {
  let sent = 0
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    if (isolated) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    else if (pathname.endsWith('.html')) response.removeHeader('Cross-Origin-Embedder-Policy')
    if (request.method === 'PUT') {
      files.set(pathname, await buffer(request))
      return response.end()
    }
    if (files.has(pathname)) return response.end(files.get(pathname))
    const body = gzipped(pathname)
    if (!body) return response.writeHead(404).end()
    sent += body.length
    const type = types[pathname.split('.').pop()] ?? 'application/octet-stream'
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body)
  })
  await once(server.listen(0), 'listening')
  return {
    url: `http://localhost:${server.address().port}/`,
    files,
    downloaded() {
      const bytes = sent
      sent = 0
      return bytes
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const cache = new Map()

function gzipped(pathname) {
  if (!cache.has(pathname)) {
    const prefix = Object.keys(folders).find((folder) => pathname.startsWith(folder))
    cache.set(pathname, read(new URL(pathname.slice(prefix.length), `file://${folders[prefix]}`)))
  }
  return cache.get(pathname)
}

function read(file) {
  try {
    return gzipSync(readFileSync(file))
  } catch {
    return undefined
  }
}
