import type { Semaphore } from '../async/semaphore.ts'
import type { ExecutionContext } from '../execution/context.ts'
import type { Environment } from './environment.ts'
import type { DarkroomEvents } from './events.ts'
import type { Job } from './job.ts'
import type { ObjectUrls } from './object-urls.ts'
import type { Retention } from './retention.ts'

/** What jobs share within one Darkroom. */
export interface JobContext {
  /** The name that locks are made from: pages that share a store share it. */
  database: string
  environment: Environment
  execution: ExecutionContext
  retention: Retention
  urls: ObjectUrls
  slots: Semaphore
  /** The jobs that this page works on, or alone knows the end of. */
  jobs: Map<string, Job>
  /** Told of every completed request. */
  webhooks: string[]
  /** Aborted when Darkroom is disposed of. */
  closed: AbortSignal
  emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void
}
