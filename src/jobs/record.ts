import type { SentSummary } from '../remote/connection.ts'
import type { ErrorCode, ServiceErrorCode } from '../shared/errors.ts'
import type { Warning } from '../shared/warning.ts'
import type { Details } from '../shared/worker/details.ts'

export type Status = 'received' | 'not_started' | 'in_progress' | 'complete'

/** Where the result was written: its storage URL, and a URL that others can open, if there is one. */
export interface WrittenTarget {
  path: string
  url?: string
}

/**
 * The state of a webhook. `sent, unconfirmed`: the receiver does not allow this page to read its response (CORS). It is
 * not called again. A cross-origin isolated page cannot tell such a receiver from one that cannot be reached.
 */
export interface WebhookOutcome {
  url: string
  outcome: 'pending' | 'sent' | 'sent, unconfirmed' | 'given up'
  attempts: number
  /** Why the last attempt failed, or cannot be confirmed. */
  error?: string
}

/** Details of a job: those of its run, and what happened around it. */
export interface JobDetails extends Details {
  target?: WrittenTarget
  webhook?: WebhookOutcome[]
  /** What was sent to the remote service. */
  sent?: SentSummary
  /** What a resumed job lacks in this page. */
  waiting_for?: 'storage' | 'permission' | 'remote'
}

/** One image of a request with `urls`. */
export interface ItemRecord {
  job: string
  status: Status | 'failed'
  /** The processed image. */
  url: string | null
  /** The source's URL, if others can open it. */
  original_url: string | null
  file_name?: string
  /** With `sizes`, in pixels. */
  width?: number
  height?: number
  /** The processed image itself, in the records of `run` and `wait`. */
  blob?: Blob
  /** What there is to say of this image alone. */
  warnings?: Warning[]
  /** Of an item that failed: its error. */
  code?: ErrorCode | ServiceErrorCode
  message?: string
  /** After CRASHED: where its source can be downloaded, and its name. */
  source?: SourceLink
}

/** One result of a request with `sizes`. */
export interface SizedResult extends ItemRecord {
  width: number
  height: number
  url: string
  file_name: string
}

/** A `blob:` URL as long as `result_url` is valid, or the URL that the request named. */
export interface SourceLink {
  url: string
  name: string
}

/** The job record of the interface, with `warnings` and `details` added. */
export interface JobRecord {
  job: string
  status: Status
  /** A `blob:` URL, set once the job is complete. It is valid in this page until the job is deleted or evicted, or `dispose()`. */
  result_url?: string
  file_name?: string
  /** Of a request with `urls`: one item an image, in order. Of one with `sizes`: one a width, the smallest first. */
  results?: ItemRecord[]
  /** Of a request with `sizes`: the attribute of an `<img>`. Its URLs are valid as long as `result_url`. */
  srcset?: string
  warnings: Warning[]
  details?: JobDetails
  /** The result itself, in the records of `run` and `wait`. */
  blob?: Blob
}

/** The record of a job with one result. */
export interface CompletedJob extends JobRecord {
  status: 'complete'
  result_url: string
  file_name: string
  details: JobDetails
  blob: Blob
  results?: (SizedResult & { blob: Blob })[]
}

/** The record of a request with `urls`. */
export interface CompletedBatch extends JobRecord {
  status: 'complete'
  results: ItemRecord[]
}

/** A job: its id, or a record of it. */
export type JobReference = string | { job: string }

/** An entry of `jobs()`: the record, or the error of a failed job. */
export type JobSummary = (JobRecord | FailedJob) & {
  /** When the request arrived (ISO 8601). */
  arrived: string
}

export interface FailedJob {
  job: string
  status: 'failed'
  warnings: Warning[]
  error: { code: string; message: string; path?: string }
  /** After CRASHED: where the source can be downloaded. */
  source?: SourceLink
}
