import type { Size } from '../plan/size.ts'
import type { DarkroomError } from '../shared/errors.ts'
import type { Priority } from '../shared/priority.ts'
import type { Warning } from '../shared/warning.ts'
import type { JobDetails, Status } from './record.ts'

/** A job as it is stored: plain, immutable data without images. */
export interface JobState {
  readonly id: string
  /** Order of arrival, ascending. */
  readonly order: number
  readonly status: Status
  /** Default: `user-visible`. */
  readonly priority?: Priority
  readonly warnings: readonly Warning[]
  /** The request as the caller wrote it, without embedded images: what webhooks send. Removed once they were called. */
  readonly data?: unknown
  readonly details?: Readonly<JobDetails>
  readonly error?: Readonly<ReturnType<DarkroomError['toJSON']>>
  readonly remote?: RemoteState
  /** The result's file, set once its bytes are stored, before the job is complete. */
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: number }
  /** Of a request with `sizes`: the files below the largest, the smallest first. */
  readonly sizes?: readonly StoredSize[]
  /** Pages that began to work on the image and did not come to an end; the last of them. */
  readonly attempts?: number
  readonly page?: string
  /** The source, stored after CRASHED: a file of this store, or the URL that the request named. */
  readonly source?: StoredSource
  /** The last result of steps that took long: its key, and what made it. */
  readonly steps?: { readonly key: string; readonly madeBy: string; readonly bytes: number }
  /** Whether writing the target has begun; it may be complete, though no page could store that. */
  readonly writing?: boolean
  /** When the job ended, in milliseconds since 1970. */
  readonly finished?: number
  /** Of a request with `urls`: the ids of its items, in order. */
  readonly items?: readonly string[]
  /** Of an item: the id of its request, and its index. */
  readonly parent?: string
  readonly index?: number
  /** Of an item, and of a job of several sizes: the source's URL, if others can open it. */
  readonly original_url?: string | null
  /** Whether nothing is left to do, webhooks included. */
  readonly settled?: boolean
}

export interface StoredSize extends Size {
  readonly name: string
  readonly bytes: number
  /** Where others can open it, once it was written to a target that has such URLs. */
  readonly url?: string
}

type StoredSource =
  | { readonly name: string; readonly bytes: number }
  | { readonly name: string; readonly url: string }

/** A job's segment at the remote service. */
export interface RemoteState {
  /** The origin of the service. */
  readonly to: string
  /** Whether a POST was sent. */
  readonly posted: boolean
  /** The job's id at the service. */
  readonly job?: string
  /** A URL of the result that others can open. */
  readonly open?: string
}

/** Marks a deleted job. */
export interface Tombstone {
  readonly id: string
  /** When it was deleted, in milliseconds since 1970. */
  readonly deleted: number
}

export type StoredEntry = JobState | Tombstone

export const isDeleted = (stored: StoredEntry): stored is Tombstone => 'deleted' in Object(stored)
export const isJob = (stored: StoredEntry | undefined): stored is JobState =>
  stored !== undefined && !isDeleted(stored)
/** Whether something of Darkroom's own could not be loaded: the job failed in this page, and is resumed later. */
export const isSuspended = ({ error, settled }: JobState) => error?.code === 'NETWORK' && !settled
export const hasEnded = ({ status, error }: JobState) =>
  status === 'complete' || error !== undefined
