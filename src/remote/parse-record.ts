import type { ServiceResponse } from './client.ts'
import { endpointUrl, type RemoteConnection } from './connection.ts'
import { remoteError } from './remote-error.ts'

/** The fields of the service's job record that are used. */
export interface RemoteRecord {
  job: string
  /** Set for a complete job. */
  resultUrl?: string
}

const PENDING = ['received', 'not_started', 'in_progress']
const JOB_ID = /^[\w.:~-]{1,200}$/

/**
 * The response to `process`, of which the interface only says that it has a job.
 * @throws DarkroomError REMOTE_FAILED where it has none.
 */
export function parseAccepted(
  { body }: ServiceResponse,
  connection: RemoteConnection,
): RemoteRecord {
  const job = body?.job
  if (typeof job !== 'string' || !JOB_ID.test(job)) {
    throw remoteError(connection, `answered no job: ${excerpt(body)}`)
  }
  return parseStatus(job, { status: 'received', ...body }, connection)
}

/**
 * The response to a poll of `job`. A service that never says what became of the job would be polled for an hour.
 * @throws DarkroomError REMOTE_FAILED where it is no record of this job.
 */
export function parsePolled(
  { body }: ServiceResponse,
  job: string,
  connection: RemoteConnection,
): RemoteRecord {
  if (!body) throw remoteError(connection, `answered a poll of ${job} with no JSON object`)
  if (body.job !== undefined && body.job !== job) {
    throw remoteError(
      connection,
      `answered a poll of ${job} with another job: ${excerpt(body.job)}`,
    )
  }
  return parseStatus(job, body, connection)
}

function parseStatus(
  job: string,
  { status, result_url }: Record<string, unknown>,
  connection: RemoteConnection,
): RemoteRecord {
  if (PENDING.includes(String(status))) return { job }
  if (status !== 'complete') {
    throw remoteError(connection, `answered the status ${excerpt(status)}`)
  }
  const resultUrl = typeof result_url === 'string' && absoluteUrl(result_url, connection)
  if (resultUrl) return { job, resultUrl }
  throw remoteError(connection, `answered no result_url: ${excerpt(result_url)}`)
}

const excerpt = (value: unknown) => String(JSON.stringify(value)).slice(0, 80)

function absoluteUrl(url: string, { remote }: RemoteConnection): string | undefined {
  const base = endpointUrl(remote, '')
  if (!URL.canParse(url, base)) return undefined
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
