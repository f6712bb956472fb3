import { retryAfter } from '../retry-after.ts'
import type { Body } from './body.ts'
import { direct } from './direct.ts'
import { endpoint, type Line } from './remote.ts'
import { within } from './within.ts'

/** What came of one request. `status` is 0 where no whole answer came, and nobody knows what became of it. */
export interface Answer {
  status: number
  /** Of a JSON object; undefined for anything else. */
  body?: Record<string, unknown>
  /** Milliseconds that the service asks to be left alone for. */
  retryAfter: number
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: Body
  /** Milliseconds until the whole answer must be there. */
  patience: number
}

const unanswered: Answer = { status: 0, retryAfter: 0 }

/**
 * One request with the key. It follows no redirect: that would carry the key elsewhere.
 * Rejects only where the signal comes first.
 */
export async function call(line: Line, what: Call, signal: AbortSignal): Promise<Answer> {
  const { remote, fetch, clock } = line
  const { method, path, body, patience } = what
  try {
    return await within(patience, clock, signal, async (signal) => {
      const response = await fetch(direct(endpoint(remote, path)), {
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
