import { DarkroomError } from '../contract/errors.ts'
import { type RemoteConnection, serviceOrigin } from './connection.ts'
import { recordIn } from './record.ts'
import { retry } from './retry.ts'

/** As clients of the interface poll: about once a second, slower after a minute. */
const PAUSE_MS = 1000
const LATER_PAUSE_MS = 4000
const LATER_MS = 60_000
/** How long a job may take. */
const LONGEST_MS = 3_600_000
/** Pauses differ by so much of themselves: clients that began together do not ask together. */
const JITTER = 0.2

/** How long to wait before the next question, `waited` milliseconds after the first. */
export function pollPause(waited: number, random = Math.random()): number {
  const pause = waited < LATER_MS ? PAUSE_MS : LATER_PAUSE_MS
  return Math.round(pause * (1 + JITTER * (2 * random - 1)))
}

/**
 * Waits for a job of the service. Resolves with the address of its result.
 * @throws DarkroomError the service's code and message where the job failed; TIMEOUT after an hour.
 */
export async function completed(
  connection: RemoteConnection,
  job: string,
  signal: AbortSignal,
): Promise<string> {
  for (let waited = 0; waited < LONGEST_MS; ) {
    const pause = pollPause(waited)
    await connection.clock.sleep(pause, signal)
    waited += pause
    const result = await resultOf(connection, job, signal)
    if (result) return result
  }
  throw new DarkroomError(
    'TIMEOUT',
    `${serviceOrigin(connection.remote)} has not completed ${job} in an hour`,
  )
}

/** The address of a result, as it is now; undefined while the job goes on. */
export async function resultOf(
  connection: RemoteConnection,
  job: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await retry(connection, 'GET', `result/${encodeURIComponent(job)}`, signal)
  return recordIn({ ...answer, body: { job, ...answer.body } }, connection).result
}
