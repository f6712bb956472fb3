import { callService, type ServiceResponse } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { refusalError, remoteError } from './remote-error.ts'

const TIMEOUT_MS = 30_000
/** Pauses between failed attempts may add up to this. */
const MAX_TOTAL_PAUSE_MS = 600_000
const MAX_PAUSE_MS = 30_000

/** The pause after the n-th failed attempt (from 0), in milliseconds: doubled each time, at most 30 s. */
export const backoff = (attempt: number) => Math.min(1000 * 2 ** attempt, MAX_PAUSE_MS)

/**
 * Sends a GET or DELETE, and repeats it while the service is busy, failing or out of reach.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED after ten minutes of failed attempts.
 */
export async function retry(
  connection: RemoteConnection,
  method: 'GET' | 'DELETE',
  path: string,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  let totalPause = 0
  for (let attempt = 0; ; attempt++) {
    const response = await callService(connection, { method, path, timeoutMs: TIMEOUT_MS }, signal)
    if (response.status >= 200 && response.status < 300) return response
    if (!isTransient(response)) throw refusalError(response, connection)
    const pause = Math.max(response.retryAfter, backoff(attempt))
    totalPause += pause
    if (totalPause > MAX_TOTAL_PAUSE_MS)
      throw remoteError(connection, 'has not answered for ten minutes')
    await connection.clock.sleep(pause, signal)
  }
}

/** Whether another attempt may succeed. A 500 with a JSON body is the failed job's; without one, the server's. */
const isTransient = ({ status, body }: ServiceResponse) =>
  [0, 429, 502, 503, 504].includes(status) || (status === 500 && !body)
