import { readText } from '../async/read-body.ts'
import { retryAfter } from '../async/retry-after.ts'
import { timeout } from '../async/timeout.ts'
import { bypassServiceWorker } from './bypass.ts'
import { endpointUrl, type RemoteConnection } from './connection.ts'
import type { RequestBody } from './request-body.ts'

/** The response to one call. Status 0: none arrived in full, so the service may or may not have acted on the call. */
export interface ServiceResponse {
  status: number
  /** The JSON object of the body; undefined for any other body, and for one above `LONGEST_BODY`. */
  body?: Record<string, unknown>
  /** Milliseconds that the service asks to wait before the next call; 0 if it does not say. */
  retryAfter: number
}

export const isSuccess = ({ status }: ServiceResponse) => status >= 200 && status < 300

interface ServiceCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `<baseUrl>/rest_api/`. */
  path: string
  body?: RequestBody
  /** Milliseconds until the whole response must have arrived. */
  timeoutMs: number
}

/** Bytes of a response that are read: job records and accounts are far smaller. */
const LONGEST_BODY = 2 ** 20

const noResponse: ServiceResponse = { status: 0, retryAfter: 0 }

/**
 * The only place that sends the API key. It follows no redirect, which could carry the key to another origin.
 * Rejects only when `signal` is aborted; any other failure has status 0.
 */
export async function callService(
  connection: RemoteConnection,
  { method, path, body, timeoutMs }: ServiceCall,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const { remote, fetch, clock } = connection
  try {
    return await timeout(timeoutMs, clock, signal, async (signal) => {
      const response = await fetch(bypassServiceWorker(endpointUrl(remote, path)), {
        method,
        headers: { 'x-api-key': remote.apiKey, ...(body && { 'Content-Type': body.type }) },
        ...(body && { body: body.bytes }),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      })
      const json = parseObject(await readText(response, LONGEST_BODY))
      return {
        status: response.status,
        ...(json && { body: json }),
        retryAfter: retryAfter(response.headers, clock.now()) ?? 0,
      }
    })
  } catch {
    signal.throwIfAborted()
    return noResponse
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
