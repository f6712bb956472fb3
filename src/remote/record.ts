import type { ServiceResponse } from './client.ts'
import { endpoint, type RemoteConnection } from './connection.ts'
import { remoteFailed } from './failure.ts'

/** What is read of a job record of the service. */
export interface RemoteRecord {
  job: string
  /** Of a complete job. */
  result?: string
}

const PENDING = ['received', 'not_started', 'in_progress']

/** @throws DarkroomError REMOTE_FAILED where it is no job record of the interface. */
export function recordIn({ body }: ServiceResponse, connection: RemoteConnection): RemoteRecord {
  const { job, status, result_url } = body ?? {}
  if (typeof job !== 'string' || !/^[\w.:~-]{1,200}$/.test(job)) {
    throw remoteFailed(connection, `answered no job: ${JSON.stringify(body)?.slice(0, 80)}`)
  }
  // `process` is only said to answer with a job.
  if (status === undefined || PENDING.includes(String(status))) return { job }
  if (status !== 'complete') throw remoteFailed(connection, `answered the status ${status}`)
  const result = typeof result_url === 'string' && addressOf(result_url, connection)
  if (result) return { job, result }
  throw remoteFailed(connection, `answered no result_url: ${result_url}`)
}

function addressOf(url: string, { remote }: RemoteConnection): string | undefined {
  const base = endpoint(remote, '')
  if (!URL.canParse(url, base)) return undefined
  const { href, protocol } = new URL(url, base)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
