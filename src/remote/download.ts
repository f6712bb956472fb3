import { readBlob } from '../async/read-body.ts'
import { retry } from '../async/retry.ts'
import { timeout } from '../async/timeout.ts'
import { isDarkroomError } from '../shared/errors.ts'
import { bypassServiceWorker } from './bypass.ts'
import type { RemoteConnection } from './connection.ts'
import { asResultImage } from './image-type.ts'
import { fetchResultUrl } from './poll.ts'
import { remoteError } from './remote-error.ts'
import { downloads } from './retry.ts'

const TIMEOUT_MS = 600_000
/** A lossless image of 2048 x 2048 pixels has at most 16 MB; whole requests may return larger ones. */
const MAX_BYTES = 256 * 2 ** 20

/**
 * Downloads a result, without sending the key. Each further attempt asks for the current URL: URLs may expire.
 * @throws DarkroomError REMOTE_FAILED for a file that is too long, at once; after four attempts for one that is no
 * JPEG, PNG or WebP, or that cannot be fetched.
 */
export async function downloadResult(
  connection: RemoteConnection,
  job: string,
  resultUrl: string,
  signal: AbortSignal,
): Promise<Blob> {
  let url: string | undefined
  const blobOrReason = await retry([downloads], { clock: connection.clock, signal }, async () => {
    url = url ? ((await fetchResultUrl(connection, job, signal)) ?? url) : resultUrl
    return fetchResult(connection, url, signal)
  })
  if (typeof blobOrReason !== 'string') return blobOrReason
  throw remoteError(connection, `has no result to fetch: ${blobOrReason}`)
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
      const file = await readBlob(response, MAX_BYTES)
      if (!file) throw remoteError(connection, `sent a result of more than ${MAX_BYTES} bytes`)
      if (file.size === 0) return 'it was empty'
      return (await asResultImage(file)) ?? 'it was no JPEG, PNG or WebP'
    })
  } catch (error) {
    signal.throwIfAborted()
    if (isDarkroomError(error) && error.code === 'REMOTE_FAILED') throw error
    return error instanceof Error ? error.message : String(error)
  }
}
