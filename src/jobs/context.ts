import type { Semaphore } from '../async/semaphore.ts'
import type { Visits } from '../async/visits.ts'
import type { ExecutionContext } from '../execution/context.ts'
import type { Environment } from './environment.ts'
import type { DarkroomEvents } from './events.ts'
import type { Job } from './job.ts'
import type { ObjectUrls } from './object-urls.ts'
import type { Retention } from './retention.ts'

/** What the jobs of one Darkroom share. */
export interface JobContext {
  /** The database's name. Pages that share a store share it, and derive the names of locks from it. */
  database: string
  environment: Environment
  execution: ExecutionContext
  retention: Retention
  visits: Visits
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
