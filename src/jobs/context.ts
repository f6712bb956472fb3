import type { Clock } from '../async/clock.ts'
import type { Locks } from '../async/locks.ts'
import type { ObjectUrls } from '../async/object-urls.ts'
import type { PageSessions } from '../async/page-sessions.ts'
import type { Semaphore } from '../async/semaphore.ts'
import type { ExecutionContext } from '../execution/context.ts'
import type { DarkroomEvents } from './events.ts'
import type { Disk } from './eviction.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import type { JobRepository } from './repository.ts'

/** The browser's services that jobs use. Tests replace some of them. */
export interface Environment {
  fetch: typeof fetch
  clock: Clock
  store: JobStore
  locks: Locks
  startWorker(): Worker
  /** URL of src/sources/svg/svg-frame.htm. */
  svgFrame?: (() => string) | undefined
  /** How long a worker may give no sign of life, in milliseconds, for a small image. */
  silenceMs?: number
  /** Results of steps that took so many milliseconds are cached. */
  cacheFromMs?: number
  /** Results of steps that took so many milliseconds are stored with their job. */
  storeFromMs?: number
  disk: Disk
}

/** What the jobs of one Darkroom share. */
export interface JobContext {
  /** The database's name. Pages that share a store share it, and derive the names of locks from it. */
  database: string
  environment: Environment
  execution: ExecutionContext
  repository: JobRepository
  pageSessions: PageSessions
  urls: ObjectUrls
  /** Limits how many jobs have opened their sources. Less urgent ones leave so many slots free for each higher priority. */
  slots: Semaphore
  slotsOfPriority: number
  /** Jobs that this page works on, or whose end could not be stored. */
  jobs: Map<string, Job>
  /** What makes the results of steps, beside their images and steps; undefined where it may change unseen. */
  madeBy: string | undefined
  /** Deleted jobs that were never stored. */
  deleted: Set<string>
  /** URLs that are called for every completed request. */
  webhooks: string[]
  /** Aborted by `dispose()`. */
  closed: AbortSignal
  emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void
}
