import { untilAborted } from '../async/until-aborted.ts'
import { callService } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { parseAccepted, type RemoteRecord } from './parse-record.ts'
import { refusalError, unknownOutcomeError } from './remote-error.ts'
import type { RequestBody } from './request-body.ts'
import { backoff, retry } from './retry.ts'

/** For the upload and the response together. */
const TIMEOUT_MS = 300_000
const MAX_ATTEMPTS = 8

/** What must be stored before and after each POST, to survive the page. */
export interface SubmissionLog {
  /** A POST is about to go out. */
  onPost(): Promise<void>
  /** The service refused it for now: it will be sent again. */
  onRefused(): Promise<void>
  onAccepted(job: string): Promise<void>
  /** Whether another page continues the job: then an abort here does not cancel it at the service. */
  continuesElsewhere(): boolean
}

/**
 * Sends a request. It is sent again only after a 429 or 503, when the service has certainly not accepted it. An
 * abort cancels the job at the service, as soon as its response has the job's id.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED where it may have been accepted.
 */
export async function submit(
  connection: RemoteConnection,
  body: RequestBody,
  log: SubmissionLog,
  signal: AbortSignal,
): Promise<RemoteRecord> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    await log.onPost()
    const response = await post(connection, body, log, signal)
    if (response.status >= 200 && response.status < 300) {
      const record = parseAccepted(response, connection)
      await log.onAccepted(record.job)
      return record
    }
    if (response.status === 0) throw unknownOutcomeError(connection)
    await log.onRefused()
    if ((response.status !== 429 && response.status !== 503) || attempt === MAX_ATTEMPTS) {
      throw refusalError(response, connection)
    }
    await connection.clock.sleep(Math.max(response.retryAfter, backoff(attempt - 1)), signal)
  }
}

/** An abort does not stop the POST: only its response has the id of the job to cancel. */
async function post(
  connection: RemoteConnection,
  body: RequestBody,
  log: SubmissionLog,
  signal: AbortSignal,
) {
  const never = new AbortController().signal
  const call = { method: 'POST', path: 'process', body, timeoutMs: TIMEOUT_MS } as const
  const response = callService(connection, call, never)
  const acceptedLate = (job: string) =>
    log.continuesElsewhere() ? log.onAccepted(job) : cancel(connection, job)
  try {
    return await untilAborted(response, signal)
  } catch (error) {
    void response
      .then((late) => acceptedLate(parseAccepted(late, connection).job))
      .catch(() => undefined)
    throw error
  }
}

/** Deletes a job at the service. Never rejects. */
export async function cancel(connection: RemoteConnection, job: string): Promise<void> {
  const path = `result/${encodeURIComponent(job)}`
  await retry(connection, 'DELETE', path, new AbortController().signal).catch(() => undefined)
}
