import type { IncomingMessage, ServerResponse } from 'node:http'
import { PNG } from 'pngjs'
import { startHttpServer } from './http-server.ts'

/** A recorded request. */
export interface Call {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

const KEYED = /^\/rest_api\//
const JOB = 'd41d8cd98f'

/** Allows requests from other origins, with the API key header. */
const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': 'x-api-key, content-type',
}

/**
 * The smallest remote service: it has one job, answers "in progress" once, then a plain blue image of 20 x 16.
 * It accepts one key and records every request. It imports nothing from the project.
 */
export async function startMinimalService(key: string) {
  const calls: Call[] = []
  const { url, close } = await startHttpServer(async (request, response) => {
    const call = await read(request)
    calls.push(call)
    answer(call, response)
  })

  function answer({ method, path, headers }: Call, response: ServerResponse) {
    const json = (status: number, body: object) => {
      response.writeHead(status, { ...open, 'Content-Type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (method === 'OPTIONS') return void response.writeHead(204, open).end()
    if (KEYED.test(path) && headers['x-api-key'] !== key) return json(403, { message: 'No key' })
    if (path === '/rest_api/process') return json(200, { job: JOB })
    if (path === `/rest_api/result/${JOB}`) return json(200, record())
    if (path !== '/made/picture.png') return json(404, { message: 'Not found' })
    response.writeHead(200, { ...open, 'Content-Type': 'image/png' })
    response.end(picture)
  }

  function record() {
    const polls = calls.filter(({ path, method }) => path.includes('/result/') && method === 'GET')
    if (polls.length === 1) return { job: JOB, status: 'in_progress' }
    return { job: JOB, status: 'complete', result_url: `${url}/made/picture.png` }
  }

  return { url, calls, close }
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: Buffer.concat(chunks) }
}

const size = { width: 20, height: 16 }
const pixels = Buffer.from(
  Array(size.width * size.height)
    .fill([20, 60, 200, 255])
    .flat(),
)
const picture = PNG.sync.write(Object.assign(new PNG(size), { data: pixels }))
