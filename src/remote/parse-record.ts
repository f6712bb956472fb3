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

/** @throws DarkroomError REMOTE_FAILED where the response is no job record of the interface. */
export function parseRecord({ body }: ServiceResponse, connection: RemoteConnection): RemoteRecord {
  const { job, status, result_url } = body ?? {}
  if (typeof job !== 'string' || !/^[\w.:~-]{1,200}$/.test(job)) {
    throw remoteError(connection, `answered no job: ${JSON.stringify(body)?.slice(0, 80)}`)
  }
  // Of the response to `process` the interface only says that it has a job.
  if (status === undefined || PENDING.includes(String(status))) return { job }
  if (status !== 'complete') throw remoteError(connection, `answered the status ${status}`)
  const resultUrl = typeof result_url === 'string' && absoluteUrl(result_url, connection)
  if (resultUrl) return { job, resultUrl }
  throw remoteError(connection, `answered no result_url: ${result_url}`)
}

function absoluteUrl(url: string, { remote }: RemoteConnection): string | undefined {
  const base = endpointUrl(remote, '')
  if (!URL.canParse(url, base)) return undefined
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
