import type { Environment } from '../environment.ts'
import type { DarkroomEvents } from '../events.ts'
import type { Archive } from './archive.ts'
import type { Job } from './job.ts'
import type { Links } from './links.ts'
import type { Turns } from './turns.ts'
import type { Workplace } from './workplace.ts'

/** What jobs share within one Darkroom. */
export interface Site {
  /** The name that locks are made from: pages that share a store share it. */
  database: string
  environment: Environment
  workplace: Workplace
  archive: Archive
  links: Links
  turns: Turns
  /** The jobs that this page works on, or alone knows the end of. */
  jobs: Map<string, Job>
  /** Told of every completed request. */
  webhooks: string[]
  /** Aborted when Darkroom is disposed of. */
  closed: AbortSignal
  emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void
}
