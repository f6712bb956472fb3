import { retry } from '../async/retry.ts'
import { callService } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { unreachableError } from './remote-error.ts'
import { unanswered } from './retry.ts'

const TIMEOUT_MS = 30_000

/**
 * Resolves once the service responds to a call that changes nothing, however it responds. `fetch` does not tell
 * whether a POST that failed had been sent: this tells a service that cannot be reached, that is not where
 * `baseUrl` says, or that does not let this page in, from one that may have accepted the request.
 * @throws DarkroomError REMOTE_FAILED after four attempts.
 */
export async function reach(connection: RemoteConnection, signal: AbortSignal): Promise<void> {
  const call = { method: 'GET', path: 'me', timeoutMs: TIMEOUT_MS } as const
  const { status } = await retry([unanswered], { clock: connection.clock, signal }, () =>
    callService(connection, call, signal),
  )
  if (status === 0) throw unreachableError(connection)
}
