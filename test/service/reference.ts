import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createHandler } from '../../src/http/handler.ts'
import { type Endpoint, endpointOf, type Fault, type Planned } from './faults.ts'
import { ReferenceJobs, type ReferenceOptions } from './reference-jobs.ts'

/** One request as it arrived, before any handler saw it. */
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
  /** POSTs that are taken within a second; the others are answered 429. */
  perSecond?: number
  /** False: a connection for each request. Over one that was used before, a browser may send a POST again by itself. */
  keepAlive?: boolean
}

/**
 * The service of the interface over HTTP, with the project's own handler. In place of diffusion it draws plain
 * pictures that show what was asked: a stand-in, for tests, for the demo and for people who write clients.
 */
export async function startReference({
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
    if (fault && 'slow' in fault) await new Promise((resolve) => setTimeout(resolve, fault.slow))
    const response =
      fault && 'answer' in fault
        ? refusal(fault, path)
        : await handler(
            new Request(`${jobs.origin}${path}`, {
              method,
              headers,
              ...(body.length > 0 && { body: new Uint8Array(body) }),
            }),
          )
    if (fault && 'drop' in fault) return void incoming.socket.destroy()
    await answer(response, outgoing, fault)
  }

  const server = createServer((incoming, outgoing) => {
    receive(incoming, outgoing).catch((error) => {
      console.error(error)
      outgoing.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  jobs.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: jobs.origin,
    jobs,
    arrivals,
    /** What goes wrong with the next requests to an endpoint, one after the other. */
    plan: (on: Endpoint, ...faults: Fault[]) => {
      planned.push(...faults.map((fault) => ({ on, fault })))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
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
