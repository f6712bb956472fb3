import type { DarkroomError } from '../contract/errors.ts'
import type { Progress } from '../contract/worker/api.ts'
import type { JobRecord, Status } from './record.ts'

/** Progress of a job. `eta_ms`: milliseconds until the current step ends; null until it can be estimated. */
export interface JobProgress extends Progress {
  job: string
  eta_ms: number | null
}

/** Darkroom's events and their `detail`. */
export interface DarkroomEvents {
  progress: JobProgress
  status: { job: string; status: Status }
  complete: JobRecord
  failed: { job: string; error: DarkroomError }
}

/** An EventTarget with typed events. */
export class Emitter extends EventTarget {
  protected emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  /**
   * Adds a listener. Returns a function that removes it.
   *
   * @example
   * const stop = darkroom.on('failed', ({ job, error }) => console.warn(job, error.code, error.message))
   */
  on<K extends keyof DarkroomEvents>(
    type: K,
    listener: (detail: DarkroomEvents[K]) => void,
  ): () => void {
    const handler = (event: Event) => listener((event as CustomEvent<DarkroomEvents[K]>).detail)
    this.addEventListener(type, handler)
    return () => this.removeEventListener(type, handler)
  }
}

export interface JobOptions {
  /** Cancels the job. */
  signal?: AbortSignal
  onProgress?: (progress: JobProgress) => void
}

export interface RunOptions extends JobOptions {
  /** Stores the job, its source and its result, so that another page can resume it. Default: false. */
  persist?: boolean
}
