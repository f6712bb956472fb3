import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createHandler } from '../../../src/http/handler.ts'
import { startHttpServer } from '../http-server.ts'
import { type Endpoint, endpointOf, type Fault, type Planned } from './faults.ts'
import { ReferenceJobs, type ReferenceOptions } from './jobs.ts'

/** A recorded request, before the handler runs. */
export interface Arrival {
  method: string
  path: string
  endpoint: Endpoint
  headers: Record<string, string>
  body: Buffer
}

export interface ServerOptions extends ReferenceOptions {
  keys?: string[]
  port?: number
  /** POSTs accepted per second; the rest are answered with 429. */
  perSecond?: number
  /** If false, each request has its own connection: on a reused one, a browser may repeat a POST by itself. */
  keepAlive?: boolean
}

/**
 * Starts the reference service: the HTTP interface on the project's own handler. It runs no diffusion model but draws
 * plain images that show the request. For tests, for the demo and for people who write clients.
 */
export async function startReferenceService({
  keys,
  port = 0,
  perSecond,
  keepAlive = true,
  ...options
}: ServerOptions = {}) {
  const jobs = new ReferenceJobs(options)
  const handler = createHandler(jobs, { keys })
  const arrivals: Arrival[] = []
  const planned: Planned[] = []
  const flooded: number[] = []
  let times: number[] = []

  const tooFast = () => {
    const now = performance.now()
    times = [...times.filter((time) => now - time < 1000), now]
    return perSecond !== undefined && times.length > perSecond
  }
  const nextFault = (endpoint: Endpoint): Fault | undefined => {
    const at = planned.findIndex(({ on }) => on === endpoint)
    if (at >= 0) return planned.splice(at, 1)[0]?.fault
    const limited = endpoint === 'process' && tooFast()
    return limited
      ? { answer: 429, code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '1' } }
      : undefined
  }

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    )
    const body = await buffer(incoming)
    if (!keepAlive) outgoing.shouldKeepAlive = false
    const endpoint = endpointOf(method, path)
    arrivals.push({ method, path, endpoint, headers, body })
    const fault = method === 'OPTIONS' ? undefined : nextFault(endpoint)
    if (fault && 'drop' in fault && fault.drop === 'before') return void incoming.socket.destroy()
    if (fault && 'flood' in fault) {
      await flood(fault.flood, outgoing)
      flooded.push(incoming.socket.bytesWritten)
      return
    }
    if (fault && 'slow' in fault) await new Promise((resolve) => setTimeout(resolve, fault.slow))
    const response =
      (fault && fixedAnswer(fault, path)) ??
      (await handler(
        new Request(`${jobs.origin}${path}`, {
          method,
          headers,
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        }),
      ))
    if (fault && 'drop' in fault) return void incoming.socket.destroy()
    await answer(response, outgoing, fault)
  }

  const { url, close } = await startHttpServer((incoming, outgoing) => {
    receive(incoming, outgoing).catch((error) => {
      console.error(error)
      outgoing.destroy()
    })
  }, port)
  jobs.origin = url
  return {
    url,
    jobs,
    arrivals,
    /** How many bytes went out on the connection of each flood. */
    flooded,
    /** Plans faults for the next requests to an endpoint, one each. */
    plan: (on: Endpoint, ...faults: Fault[]) => {
      planned.push(...faults.map((fault) => ({ on, fault })))
    },
    /** Forgets the faults that no request has met. */
    unplan: () => {
      planned.length = 0
    },
    close,
  }
}

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The answer of a fault that replaces the handler's. */
function fixedAnswer(fault: Fault, path: string): Response | undefined {
  if ('answer' in fault) return refusal(fault, path)
  if (!('body' in fault)) return undefined
  const { body } = fault
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: { ...open, 'Content-Type': fault.type ?? 'application/json' },
  })
}

/** Writes so many bytes as fast as they are read, or until the connection is closed. */
async function flood(bytes: number, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, open)
  const chunk = Buffer.alloc(2 ** 20, ' ')
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += chunk.length) {
    await new Promise((resolve) => outgoing.write(chunk, resolve))
  }
  outgoing.end()
}

function refusal(fault: Extract<Fault, { answer: number }>, path: string): Response {
  const { answer: status, code, message, headers } = fault
  const job = path.split('/')[3]
  const failed = status === 500 && code ? { status: 'failed', job } : {}
  const body = code ? { message: message ?? code, code, ...failed } : null
  return new Response(body && JSON.stringify(body), { status, headers: { ...open, ...headers } })
}

async function answer(response: Response, outgoing: ServerResponse, fault?: Fault): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const whole = fault && 'half' in fault ? body.subarray(0, body.length / 2) : body
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.statusCode = response.status
  if (body.length > 0) outgoing.setHeader('Content-Length', whole.length)
  if (!(fault && 'cut' in fault)) return void outgoing.end(whole)
  outgoing.write(whole.subarray(0, fault.cut), () => outgoing.destroy())
}
