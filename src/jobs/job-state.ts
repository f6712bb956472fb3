import type { DarkroomError } from '../contract/errors.ts'
import type { Warning } from '../contract/warning.ts'
import type { JobDetails, Status } from './record.ts'

/** A job as it is kept: plain data, without images. */
export interface JobState {
  id: string
  /** Smaller ones arrived earlier. */
  order: number
  status: Status
  warnings: Warning[]
  details?: JobDetails
  error?: ReturnType<DarkroomError['toJSON']>
  /** Its segment at the remote service of that origin: whether a POST went out, and what the job is called there. */
  remote?: { to: string; posted: boolean; job?: string; open?: string }
  /** The result. Present from when it was kept, which is before the job is complete. */
  file?: { name: string; type: string; bytes: number }
  /** When it ended, in milliseconds since 1970. */
  finished?: number
  /** Of a request with `urls`: its jobs, in the order of the images. */
  items?: string[]
  /** Of such a job: the request it belongs to, and its place. */
  parent?: string
  index?: number
  /** What the caller wrote for the image, where others could open it. */
  original_url?: string | null
  /** Nothing is left to do, webhooks included. */
  settled?: boolean
}

/** What is left of a deleted job. */
export interface Tombstone {
  id: string
  /** When, in milliseconds since 1970. */
  deleted: number
}

export type StoredEntry = JobState | Tombstone

export const isDeleted = (stored: StoredEntry): stored is Tombstone => 'deleted' in stored
export const isJob = (stored: StoredEntry | undefined): stored is JobState =>
  stored !== undefined && !isDeleted(stored)
export const hasEnded = ({ status, error }: JobState) =>
  status === 'complete' || error !== undefined
