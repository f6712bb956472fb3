import { timeout } from '../async/timeout.ts'
import { bypassServiceWorker } from './bypass.ts'
import type { RemoteConnection } from './connection.ts'
import { remoteFailed } from './failure.ts'
import { resultOf } from './poll.ts'
import { backoff } from './retry.ts'

const ATTEMPTS = 4
const PATIENCE_MS = 600_000

/**
 * The bytes of a result, without the key. An address that is no longer good is asked for again.
 * @throws DarkroomError REMOTE_FAILED after four attempts.
 */
export async function download(
  connection: RemoteConnection,
  job: string,
  address: string,
  signal: AbortSignal,
): Promise<Blob> {
  let url = address
  for (let attempt = 1; ; attempt++) {
    const got = await attemptAt(connection, url, signal)
    if (typeof got !== 'string') return got
    if (attempt === ATTEMPTS) throw remoteFailed(connection, `has no result to fetch: ${got}`)
    await connection.clock.sleep(backoff(attempt - 1), signal)
    url = (await resultOf(connection, job, signal)) ?? url
  }
}

/** The bytes, or why there are none. */
async function attemptAt(
  connection: RemoteConnection,
  url: string,
  signal: AbortSignal,
): Promise<Blob | string> {
  try {
    return await timeout(PATIENCE_MS, connection.clock, signal, async (signal) => {
      const response = await connection.fetch(bypassServiceWorker(url), {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      })
      if (!response.ok) return `it answered ${response.status}`
      const blob = await response.blob()
      return blob.size > 0 ? blob : 'it was empty'
    })
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error ? error.message : String(error)
  }
}
