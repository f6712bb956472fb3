import { AwakeTimer } from './awake-timer.ts'
import { readBlob } from './read-body.ts'

/** A server that sends less than this in the time below has stalled: a job that waits for it keeps others waiting. */
const MIN_PROGRESS_BYTES = 65_536
const STALL_TIMEOUT_MS = 60_000

/** A server has stalled. The message completes a sentence about it. */
export class StallError extends Error {
  override readonly name = 'StallError'

  constructor() {
    super(`it sent less than ${MIN_PROGRESS_BYTES} bytes in ${STALL_TIMEOUT_MS / 1000} s`)
  }
}

/**
 * Requests to one server. A browser opens few connections to it, six with HTTP/1.1, and holds further requests back: they wait
 * for the others, not for the server.
 */
interface Traffic {
  /** The timers of requests without a response. */
  unanswered: Set<AwakeTimer>
  uploads: number
}

/** By origin. */
const traffic = new Map<string, Traffic>()
/** Where responses come from; `Response.url` is that of the last redirect. */
const origins = new WeakMap<Response, string>()

/**
 * Sends a request and waits for the response's headers. Whatever else the server sends meanwhile counts for it, too.
 * @throws StallError
 */
export async function awaitResponse(
  url: string,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const origin = originOf(url)
  return withTraffic(origin, (server) => {
    const isPaused = () => server.uploads > 0
    return withStallTimeout(signal, isPaused, async (linked, timer) => {
      server.unanswered.add(timer)
      try {
        const response = await send(linked)
        origins.set(response, origin)
        resetAll(server)
        return response
      } finally {
        server.unanswered.delete(timer)
      }
    })
  })
}

/** Sends what may take long to send, which nothing tells the progress of. Requests to the same server are given time meanwhile. */
export async function upload(url: string, send: () => Promise<Response>): Promise<Response> {
  const origin = originOf(url)
  return withTraffic(origin, async (server) => {
    server.uploads++
    try {
      const response = await send()
      origins.set(response, origin)
      resetAll(server)
      return response
    } finally {
      server.uploads--
    }
  })
}

/**
 * The body of a response, or undefined where it is longer than `limit` bytes: the rest is not read.
 * @throws StallError
 */
export async function receiveBlob(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const origin = origins.get(response)
  const never = () => false
  return withStallTimeout(signal, never, (linked, timer) => {
    let bytes = 0
    const onBytes = (count: number) => {
      bytes += count
      if (bytes < MIN_PROGRESS_BYTES) return
      bytes = 0
      timer.reset(STALL_TIMEOUT_MS)
      const server = origin === undefined ? undefined : traffic.get(origin)
      if (server) resetAll(server)
    }
    return readBlob(response, limit, { onBytes, signal: linked })
  })
}

const resetAll = ({ unanswered }: Traffic) => {
  for (const timer of unanswered) timer.reset(STALL_TIMEOUT_MS)
}

async function withStallTimeout<T>(
  signal: AbortSignal,
  isPaused: () => boolean,
  task: (linked: AbortSignal, timer: AwakeTimer) => Promise<T>,
): Promise<T> {
  const stall = new StallError()
  const stalled = new AbortController()
  const linked = AbortSignal.any([signal, stalled.signal])
  const timer = new AwakeTimer(STALL_TIMEOUT_MS, () => stalled.abort(stall), isPaused)
  try {
    return await task(linked, timer)
  } catch (error) {
    // Browsers put an error of their own in its place.
    throw linked.reason === stall ? stall : error
  } finally {
    timer.stop()
  }
}

async function withTraffic<T>(origin: string, task: (server: Traffic) => Promise<T>): Promise<T> {
  const server = traffic.get(origin) ?? { unanswered: new Set(), uploads: 0 }
  traffic.set(origin, server)
  try {
    return await task(server)
  } finally {
    if (server.unanswered.size === 0 && server.uploads === 0) traffic.delete(origin)
  }
}

/** The URL as it is where it is invalid: whoever fetches it reports that. */
function originOf(url: string): string {
  try {
    return new URL(url, globalThis.location?.href).origin
  } catch {
    return url
  }
}
