import type { DarkroomError } from '../shared/errors.ts'
import type { Priority } from '../shared/priority.ts'
import type { Progress } from '../shared/worker/api.ts'
import type { JobRecord, Status } from './record.ts'

/** Progress of a job. `ratio` is that of the current step. */
export interface JobProgress extends Progress {
  job: string
  /**
   * How much of the job is done, from 0 to 1, by the time that its steps take; with a remote step all steps count alike. It
   * never decreases.
   */
  overall_ratio: number
  /** Milliseconds until the current step ends; null until it can be estimated. */
  eta_ms: number | null
}

/** Darkroom's events and their `detail`. */
export interface DarkroomEvents {
  progress: JobProgress
  /** `position`: of a job that waits, 1 for the next; told again when it changes. */
  status: { job: string; status: Status; position?: number }
  complete: JobRecord
  failed: { job: string; error: DarkroomError }
}

/** An EventTarget with typed events. */
export class Emitter extends EventTarget {
  protected emit<K extends keyof DarkroomEvents>(type: K, detail: DarkroomEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  on<K extends keyof DarkroomEvents>(
    type: K,
    listener: (detail: DarkroomEvents[K]) => void,
  ): () => void {
    const handler = (event: Event) => listener((event as CustomEvent<DarkroomEvents[K]>).detail)
    this.addEventListener(type, handler)
    return () => this.removeEventListener(type, handler)
  }
}

/** A first answer, before the result. */
export interface JobPreview {
  job: string
  /** At most 512 pixels a side. */
  blob: Blob
  width: number
  height: number
}

export interface JobOptions {
  /** Cancels the job. Null stands for none, as `fetch` has it. */
  signal?: AbortSignal | null | undefined
  /**
   * What a person waits for overtakes the rest: a more urgent job goes before all others, and one that runs pauses between
   * two tiles of its network. Jobs of one priority run in their order of arrival. Default: `user-visible`.
   */
  priority?: Priority
  onProgress?: (progress: JobProgress) => void
  /**
   * Gets what the same request makes of a small copy of the source, before the result is computed. It is called once, or
   * not at all where a result comes as soon, where the background is removed, and where a remote service is needed.
   */
  onPreview?: (preview: JobPreview) => void
}

export type BitmapOptions = Pick<JobOptions, 'signal' | 'priority' | 'onProgress'>

export interface FileOptions extends BitmapOptions {
  /** The file's name without its extension. Default: that of the source, or `image`. */
  name?: string
  /** What becomes of a Blob or File that is no image that can be read. Default: the call rejects. */
  unreadable?: 'reject' | 'original'
}

export interface RunOptions extends JobOptions {
  /** Stores the job, its source and its result, so that another page can resume it. Default: false. */
  persist?: boolean
}
