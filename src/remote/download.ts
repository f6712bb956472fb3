import { timeout } from '../async/timeout.ts'
import { bypassServiceWorker } from './bypass.ts'
import type { RemoteConnection } from './connection.ts'
import { fetchResultUrl } from './poll.ts'
import { remoteError } from './remote-error.ts'
import { backoff } from './retry.ts'

const MAX_ATTEMPTS = 4
const TIMEOUT_MS = 600_000

/**
 * Downloads a result, without sending the key. Each further attempt asks for the current URL: URLs may expire.
 * @throws DarkroomError REMOTE_FAILED after four attempts.
 */
export async function downloadResult(
  connection: RemoteConnection,
  job: string,
  resultUrl: string,
  signal: AbortSignal,
): Promise<Blob> {
  let url = resultUrl
  for (let attempt = 1; ; attempt++) {
    const blobOrReason = await fetchResult(connection, url, signal)
    if (typeof blobOrReason !== 'string') return blobOrReason
    if (attempt === MAX_ATTEMPTS)
      throw remoteError(connection, `has no result to fetch: ${blobOrReason}`)
    await connection.clock.sleep(backoff(attempt - 1), signal)
    url = (await fetchResultUrl(connection, job, signal)) ?? url
  }
}

/** Returns the result, or the reason why there is none. */
async function fetchResult(
  connection: RemoteConnection,
  url: string,
  signal: AbortSignal,
): Promise<Blob | string> {
  try {
    return await timeout(TIMEOUT_MS, connection.clock, signal, async (signal) => {
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
