import { retryAfter } from '../async/retry-after.ts'
import { timeout } from '../async/timeout.ts'
import type { Body } from './body.ts'
import { bypassServiceWorker } from './bypass.ts'
import { endpoint, type RemoteConnection } from './connection.ts'

/** What came of one request. `status` is 0 where no whole answer came, and nobody knows what became of it. */
export interface ServiceResponse {
  status: number
  /** Of a JSON object; undefined for anything else. */
  body?: Record<string, unknown>
  /** Milliseconds that the service asks to be left alone for. */
  retryAfter: number
}

interface ServiceCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: Body
  /** Milliseconds until the whole answer must be there. */
  patience: number
}

const unanswered: ServiceResponse = { status: 0, retryAfter: 0 }

/**
 * One request with the key. It follows no redirect: that would carry the key elsewhere.
 * Rejects only where the signal comes first.
 */
export async function callService(
  connection: RemoteConnection,
  what: ServiceCall,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const { remote, fetch, clock } = connection
  const { method, path, body, patience } = what
  try {
    return await timeout(patience, clock, signal, async (signal) => {
      const response = await fetch(bypassServiceWorker(endpoint(remote, path)), {
        method,
        headers: { 'x-api-key': remote.apiKey, ...(body && { 'Content-Type': body.type }) },
        ...(body && { body: body.bytes }),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      })
      const read = objectIn(await response.text())
      return {
        status: response.status,
        ...(read && { body: read }),
        retryAfter: retryAfter(response.headers, clock.now()),
      }
    })
  } catch {
    signal.throwIfAborted()
    return unanswered
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
