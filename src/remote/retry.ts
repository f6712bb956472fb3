import { callService, type ServiceResponse } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { refusalOf, remoteFailed } from './failure.ts'

const TIMEOUT_MS = 30_000
/** How long a service may fail to answer, in a row. */
const LONGEST_MS = 600_000
const LONGEST_PAUSE_MS = 30_000

/** Between one and the next attempt of the same, in milliseconds: doubled each time. */
export const backoff = (attempt: number) => Math.min(1000 * 2 ** attempt, LONGEST_PAUSE_MS)

/**
 * A GET or DELETE, repeated until it is answered. What a busy or failing service says in passing is waited out.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED where no answer comes for ten minutes.
 */
export async function retry(
  connection: RemoteConnection,
  method: 'GET' | 'DELETE',
  path: string,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  let waited = 0
  for (let attempt = 0; ; attempt++) {
    const answer = await callService(connection, { method, path, timeoutMs: TIMEOUT_MS }, signal)
    if (answer.status >= 200 && answer.status < 300) return answer
    if (!isTransient(answer)) throw refusalOf(answer, connection)
    const pause = Math.max(answer.retryAfter, backoff(attempt))
    waited += pause
    if (waited > LONGEST_MS) throw remoteFailed(connection, 'has not answered for ten minutes')
    await connection.clock.sleep(pause, signal)
  }
}

/** Whether it may be otherwise the next time: a 500 that says nothing is the server's, one with words is the job's. */
const isTransient = ({ status, body }: ServiceResponse) =>
  [0, 429, 502, 503, 504].includes(status) || (status === 500 && !body)
