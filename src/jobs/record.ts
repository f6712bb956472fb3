import type { Warning } from '../contract/warning.ts'
import type { Details } from '../contract/worker/details.ts'
import type { SentSummary } from '../remote/connection.ts'

export type Status = 'received' | 'not_started' | 'in_progress' | 'complete'

/** Where a request's `target` was written: a storage URL, and where others can open it, if anywhere. */
export interface WrittenTarget {
  path: string
  url?: string
}

/** One webhook: `sent, unconfirmed` where the receiver does not let this page read its answer. */
export interface WebhookOutcome {
  url: string
  outcome: 'pending' | 'sent' | 'sent, unconfirmed' | 'given up'
  attempts: number
  /** Why the last attempt did not succeed. */
  error?: string
  /** Whether a POST went out that this page could not learn the fate of. */
  blind?: boolean
}

/** What is known of a job, beside what its worker says. */
export interface JobDetails extends Details {
  target?: WrittenTarget
  webhook?: WebhookOutcome[]
  /** What went to the remote service. */
  sent?: SentSummary
  /** What a resumed job needs before it can go on. */
  waiting_for?: 'storage' | 'permission' | 'remote'
}

/** One image of a request with `urls`. */
export interface ItemRecord {
  job: string
  status: Status | 'failed'
  /** The processed image. */
  url: string | null
  /** The source, where the caller named one that others could open. */
  original_url: string | null
  file_name?: string
  /** Why it failed. */
  message?: string
}

/** The job record of the interface, and what Darkroom adds to it. */
export interface JobRecord {
  job: string
  status: Status
  /** A `blob:` URL, valid in this page until the job is deleted or evicted or Darkroom is disposed. Present once complete. */
  result_url?: string
  file_name?: string
  /** Of a request with `urls`, one item an image in their order. */
  results?: ItemRecord[]
  warnings: Warning[]
  details?: JobDetails
}

/** A request as a list of them shows it: its record, or why it failed. */
export type JobSummary = (JobRecord | FailedJob) & {
  /** ISO 8601. */
  arrived: string
}

export interface FailedJob {
  job: string
  status: 'failed'
  warnings: Warning[]
  error: { code: string; message: string; path?: string }
}
