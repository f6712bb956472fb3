import { retry } from '../async/retry.ts'
import { untilAborted } from '../async/until-aborted.ts'
import { callService, isSuccess } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { parseAccepted, type RemoteRecord } from './parse-record.ts'
import { refusalError, unknownOutcomeError } from './remote-error.ts'
import type { RequestBody } from './request-body.ts'
import { callUntilAnswered, posts } from './retry.ts'

/** For the upload and the response together. */
const TIMEOUT_MS = 300_000

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
  const response = await retry([posts], { clock: connection.clock, signal }, async () => {
    signal.throwIfAborted()
    await log.onPost()
    const response = await post(connection, body, log, signal)
    if (response.status === 0) throw unknownOutcomeError(connection)
    if (!isSuccess(response)) await log.onRefused()
    return response
  })
  if (!isSuccess(response)) throw refusalError(response, connection)
  const record = parseAccepted(response, connection)
  await log.onAccepted(record.job)
  return record
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
  const never = new AbortController().signal
  await callUntilAnswered(connection, 'DELETE', path, never).catch(() => undefined)
}
