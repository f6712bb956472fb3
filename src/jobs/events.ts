import type { DarkroomError } from '../contract/errors.ts'
import type { Progress } from '../contract/worker/api.ts'
import type { JobRecord, Status } from './record.ts'

/** How far a job is. `eta_ms` is that of the step, and null until there is something to judge by. */
export interface JobProgress extends Progress {
  job: string
  eta_ms: number | null
}

/** What Darkroom's events carry as `detail`. */
export interface DarkroomEvents {
  progress: JobProgress
  status: { job: string; status: Status }
  complete: JobRecord
  failed: { job: string; error: DarkroomError }
}

/** An EventTarget that knows the types of its events. */
export class Emitter extends EventTarget {
  protected emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  /**
   * Calls `listener` for every event of a type. Returns the function that ends that.
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

export interface RunOptions {
  signal?: AbortSignal
  onProgress?: (progress: JobProgress) => void
}
