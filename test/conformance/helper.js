import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { noise } from './pictures.js'

/**
 * A server for what a service must reach from outside: pictures that are slow, missing or without CORS, a
 * receiver of webhooks, and one picture in each input format where there is a folder of them.
 */
export async function startHelper(samples) {
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

/** A POST is kept; a GET answers what was POSTed there. */
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

/** The smallest picture of a format, as the folder's manifest has it. */
function sample(response, folder, format) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const found = manifest.filter((one) => one.format === format).sort((a, b) => a.bytes - b.bytes)
  response.statusCode = found.length > 0 ? 200 : 404
  response.end(found[0] && readFileSync(join(folder, found[0].file)))
}

/** Whether there is a folder of pictures in the input formats. */
export function hasSamples(folder) {
  try {
    return readdirSync(folder).includes('manifest.json')
  } catch {
    return false
  }
}
