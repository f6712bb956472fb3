import { untilAborted } from '../async/until-aborted.ts'
import type { Body } from './body.ts'
import { callService } from './client.ts'
import type { RemoteConnection } from './connection.ts'
import { mayBeAccepted, refusalOf } from './failure.ts'
import { type RemoteRecord, recordIn } from './record.ts'
import { backoff, retry } from './retry.ts'

/** Until a service that took the body must have answered. */
const TIMEOUT_MS = 300_000
const ATTEMPTS = 8

/** What must outlive the page, before and after each POST. */
export interface SubmissionLog {
  /** A POST is about to go out. */
  onPost(): Promise<void>
  /** The service refused it for now: it will be sent again. */
  onRefused(): Promise<void>
  onAccepted(job: string): Promise<void>
  /** Whether another page goes on with the job: then an abort is not one for the service. */
  continuesElsewhere(): boolean
}

/**
 * Sends a request, once: again only after a 429 or 503. An abort is told to the service, as soon as it has said
 * what the job is called.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED where nobody knows whether it was accepted.
 */
export async function submit(
  connection: RemoteConnection,
  body: Body,
  log: SubmissionLog,
  signal: AbortSignal,
): Promise<RemoteRecord> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    await log.onPost()
    const answer = await post(connection, body, log, signal)
    if (answer.status >= 200 && answer.status < 300) {
      const record = recordIn(answer, connection)
      await log.onAccepted(record.job)
      return record
    }
    if (answer.status === 0) throw mayBeAccepted(connection)
    await log.onRefused()
    if ((answer.status !== 429 && answer.status !== 503) || attempt === ATTEMPTS) {
      throw refusalOf(answer, connection)
    }
    await connection.clock.sleep(Math.max(answer.retryAfter, backoff(attempt - 1)), signal)
  }
}

/** Goes on when it is aborted: only its answer tells what there is to cancel. */
async function post(
  connection: RemoteConnection,
  body: Body,
  log: SubmissionLog,
  signal: AbortSignal,
) {
  const never = new AbortController().signal
  const what = { method: 'POST', path: 'process', body, timeoutMs: TIMEOUT_MS } as const
  const response = callService(connection, what, never)
  const acceptedLate = (job: string) =>
    log.continuesElsewhere() ? log.onAccepted(job) : cancel(connection, job)
  try {
    return await untilAborted(response, signal)
  } catch (error) {
    void response
      .then((late) => acceptedLate(recordIn(late, connection).job))
      .catch(() => undefined)
    throw error
  }
}

/** DELETE of a job that nobody waits for. Never rejects. */
export async function cancel(connection: RemoteConnection, job: string): Promise<void> {
  const path = `result/${encodeURIComponent(job)}`
  await retry(connection, 'DELETE', path, new AbortController().signal).catch(() => undefined)
}
