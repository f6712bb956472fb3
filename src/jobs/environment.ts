import type { Clock } from '../async/clock.ts'
import type { Locks } from '../async/locks.ts'
import type { JobStore } from './job-store.ts'

/** What jobs use of the browser. Tests replace parts of it. */
export interface Environment {
  fetch: typeof fetch
  clock: Clock
  store: JobStore
  locks: Locks
  startWorker(): Worker
  /** How long a worker may give no sign of life, in milliseconds, for a small image. */
  silenceMs?: number
  /** Results of steps that took so many milliseconds are kept. */
  cacheFromMs?: number
  /** Results of steps that took so many milliseconds are stored with their job. */
  storeFromMs?: number
  /** The origin's storage quota, and the request to make its storage persistent. */
  disk: Pick<StorageManager, 'estimate' | 'persist'>
}
