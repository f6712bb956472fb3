import { type RetryPolicy, retry } from '../async/retry.ts'
import { callService, isSuccess, type ServiceResponse } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { refusalError, remoteError } from './remote-error.ts'

const TIMEOUT_MS = 30_000
const MAX_PAUSE_MS = 30_000

/** The pauses between so many attempts and one more: doubled each time, at most 30 s. */
const backoff = (retries: number) =>
  Array.from({ length: retries }, (_, n) => Math.min(1000 * 2 ** n, MAX_PAUSE_MS))

const asked = (response: ServiceResponse) => response.retryAfter

/** GET and DELETE: while the service is busy, failing or out of reach, for ten minutes. */
const calls: RetryPolicy<ServiceResponse> = {
  // A 500 with a JSON body is the failed job's; without one, the server's.
  when: ({ status, body }) => [0, 429, 502, 503, 504].includes(status) || (status === 500 && !body),
  delays: backoff(24),
  asked,
  totalMs: 600_000,
}

/** POST: only where the service has certainly not accepted the request. */
export const posts: RetryPolicy<ServiceResponse> = {
  when: ({ status }) => status === 429 || status === 503,
  delays: backoff(7),
  asked,
}

export const unanswered: RetryPolicy<ServiceResponse> = {
  when: ({ status }) => status === 0,
  delays: backoff(3),
}

/** Of a result's file, or the reason why there is none. */
export const downloads: RetryPolicy<Blob | string> = {
  when: (blobOrReason) => typeof blobOrReason === 'string',
  delays: backoff(3),
}

/**
 * Sends a GET or DELETE, and repeats it.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED after ten minutes of failed attempts.
 */
export async function callUntilAnswered(
  connection: RemoteConnection,
  method: 'GET' | 'DELETE',
  path: string,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const { clock } = connection
  const response = await retry([calls], { clock, signal }, () =>
    callService(connection, { method, path, timeoutMs: TIMEOUT_MS }, signal),
  )
  if (isSuccess(response)) return response
  if (!calls.when(response)) throw refusalError(response, connection)
  throw remoteError(connection, 'has not answered for ten minutes')
}
