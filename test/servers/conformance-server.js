import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { noise } from '../conformance/pictures.js'

/**
 * Starts the server that a service under test must be able to reach: images that are slow, missing or without CORS, a
 * webhook receiver, and one image of each input format if there is a folder of them.
 * Plain JavaScript, because `npm run conformance` imports it without a compiler.
 */
export async function startConformanceServer(samples) {
  const posts = new Map()
  const picture = await noise(12, 8)
  const server = createServer(async (request, response) => {
    const [, kind, ...rest] = new URL(request.url, 'http://h').pathname.split('/')
    const name = decodeURIComponent(rest[0] ?? '')
    if (kind !== 'no-cors.png') response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'content-type')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (kind === 'slow') return setTimeout(() => response.end(picture), Number(name))
    if (kind === 'hooks') return receive(request, response, posts, name)
    if (kind === 'samples') return sample(response, samples, name)
    response.statusCode = kind.endsWith('.png') && kind !== 'missing.png' ? 200 : 404
    response.end(response.statusCode === 200 ? picture : undefined)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, close }
}

/** Stores a POST; answers a GET with what was POSTed to its path. */
async function receive(request, response, posts, name) {
  if (request.method === 'GET') return response.end(JSON.stringify(posts.get(name) ?? []))
  let text = ''
  for await (const chunk of request) text += chunk
  if (request.method === 'POST') {
    const post = { method: request.method, text, body: JSON.parse(text) }
    posts.set(name, [...(posts.get(name) ?? []), post])
  }
  response.end()
}

/** Serves the smallest image of a format that the folder's manifest lists. */
function sample(response, folder, format) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const found = manifest.filter((one) => one.format === format).sort((a, b) => a.bytes - b.bytes)
  response.statusCode = found.length > 0 ? 200 : 404
  response.end(found[0] && readFileSync(join(folder, found[0].file)))
}

/** Whether this is a folder of images in the input formats. */
export function hasSamples(folder) {
  try {
    return readdirSync(folder).includes('manifest.json')
  } catch {
    return false
  }
}
