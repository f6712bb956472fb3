import { direct } from './direct.ts'
import { remoteFailed } from './failure.ts'
import { resultOf } from './poll.ts'
import type { Line } from './remote.ts'
import { pauseOf } from './steady.ts'
import { within } from './within.ts'

const ATTEMPTS = 4
const PATIENCE_MS = 600_000

/**
 * The bytes of a result, without the key. An address that is no longer good is asked for again.
 * @throws DarkroomError REMOTE_FAILED after four attempts.
 */
export async function download(
  line: Line,
  job: string,
  address: string,
  signal: AbortSignal,
): Promise<Blob> {
  let url = address
  for (let attempt = 1; ; attempt++) {
    const got = await attemptAt(line, url, signal)
    if (typeof got !== 'string') return got
    if (attempt === ATTEMPTS) throw remoteFailed(line, `has no result to fetch: ${got}`)
    await line.clock.sleep(pauseOf(attempt - 1), signal)
    url = (await resultOf(line, job, signal)) ?? url
  }
}

/** The bytes, or why there are none. */
async function attemptAt(line: Line, url: string, signal: AbortSignal): Promise<Blob | string> {
  try {
    return await within(PATIENCE_MS, line.clock, signal, async (signal) => {
      const response = await line.fetch(direct(url), {
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
