import type { Clock } from '../async/clock.ts'
import type { Locks } from '../async/locks.ts'
import type { JobStore } from './job-store.ts'

/** What jobs take from outside. Tests replace parts of it. */
export interface Environment {
  fetch: typeof fetch
  clock: Clock
  store: JobStore
  locks: Locks
  startWorker(): Worker
  /** What the browser grants this origin, and the wish that it evicts nothing by itself. */
  disk: Pick<StorageManager, 'estimate' | 'persist'>
}
