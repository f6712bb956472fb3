import { DarkroomError } from '../shared/errors.ts'
import { type RemoteConnection, serviceOrigin } from './connection.ts'
import { parsePolled } from './parse-record.ts'
import { callUntilAnswered } from './retry.ts'

/** Clients of the interface poll about once a second, and slower after a minute. */
const INTERVAL_MS = 1000
const LATER_INTERVAL_MS = 4000
const LATER_MS = 60_000
/** A job that takes longer is given up. */
const TIMEOUT_MS = 3_600_000
/** Random share of each interval, so that clients that started together do not poll together. */
const JITTER = 0.2

/** Milliseconds until the next poll, `elapsed` milliseconds after the first one. */
export function pollInterval(elapsed: number, random = Math.random()): number {
  const interval = elapsed < LATER_MS ? INTERVAL_MS : LATER_INTERVAL_MS
  return Math.round(interval * (1 + JITTER * (2 * random - 1)))
}

/**
 * Polls a job of the service until it is complete. Resolves with the URL of its result.
 * @throws DarkroomError the service's code and message where the job failed; TIMEOUT after an hour.
 */
export async function waitForResult(
  connection: RemoteConnection,
  job: string,
  signal: AbortSignal,
): Promise<string> {
  for (let elapsed = 0; elapsed < TIMEOUT_MS; ) {
    const interval = pollInterval(elapsed)
    await connection.clock.sleep(interval, signal)
    elapsed += interval
    const resultUrl = await fetchResultUrl(connection, job, signal)
    if (resultUrl) return resultUrl
  }
  throw new DarkroomError(
    'TIMEOUT',
    `${serviceOrigin(connection.remote)} has not completed ${job} in an hour`,
  )
}

/** The current URL of a result; undefined while the job is running. */
export async function fetchResultUrl(
  connection: RemoteConnection,
  job: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `result/${encodeURIComponent(job)}`
  const response = await callUntilAnswered(connection, 'GET', path, signal)
  return parsePolled(response, job, connection).resultUrl
}
