import type { DarkroomError } from '../contract/errors.ts'
import type { Warning } from '../contract/warning.ts'
import type { JobDetails, Status } from './record.ts'

/** A job as it is stored: plain data, without images. It is replaced, never changed. */
export interface JobState {
  readonly id: string
  /** Smaller ones arrived earlier. */
  readonly order: number
  readonly status: Status
  readonly warnings: readonly Warning[]
  readonly details?: Readonly<JobDetails>
  readonly error?: Readonly<ReturnType<DarkroomError['toJSON']>>
  readonly remote?: RemoteState
  /** The result. Present from when it was stored, which is before the job is complete. */
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: number }
  /** When it ended, in milliseconds since 1970. */
  readonly finished?: number
  /** Of a request with `urls`: its jobs, in the order of the images. */
  readonly items?: readonly string[]
  /** Of such a job: the request it belongs to, and its place. */
  readonly parent?: string
  readonly index?: number
  /** What the caller wrote for the image, where others could open it. */
  readonly original_url?: string | null
  /** Nothing is left to do, webhooks included. */
  readonly settled?: boolean
}

/** The segment of a job at the remote service. */
export interface RemoteState {
  /** The origin of the service. */
  readonly to: string
  /** Whether a POST went out. */
  readonly posted: boolean
  /** What the service calls the job. */
  readonly job?: string
  /** Where others can open the result. */
  readonly open?: string
}

/** What is left of a deleted job. */
export interface Tombstone {
  readonly id: string
  /** When, in milliseconds since 1970. */
  readonly deleted: number
}

export type StoredEntry = JobState | Tombstone

export const isDeleted = (stored: StoredEntry): stored is Tombstone => 'deleted' in stored
export const isJob = (stored: StoredEntry | undefined): stored is JobState =>
  stored !== undefined && !isDeleted(stored)
export const hasEnded = ({ status, error }: JobState) =>
  status === 'complete' || error !== undefined
