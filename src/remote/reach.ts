import { callService } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { unreachableError } from './remote-error.ts'
import { backoff } from './retry.ts'

const MAX_ATTEMPTS = 4
const TIMEOUT_MS = 30_000

/**
 * Resolves once the service responds to a call that changes nothing, however it responds. `fetch` does not tell
 * whether a POST that failed had been sent: this tells a service that cannot be reached, that is not where
 * `baseUrl` says, or that does not let this page in, from one that may have accepted the request.
 * @throws DarkroomError REMOTE_FAILED after four attempts.
 */
export async function reach(connection: RemoteConnection, signal: AbortSignal): Promise<void> {
  const call = { method: 'GET', path: 'me', timeoutMs: TIMEOUT_MS } as const
  for (let attempt = 1; ; attempt++) {
    const { status } = await callService(connection, call, signal)
    if (status !== 0) return
    if (attempt === MAX_ATTEMPTS) throw unreachableError(connection)
    await connection.clock.sleep(backoff(attempt - 1), signal)
  }
}
