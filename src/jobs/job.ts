import { aborted, DarkroomError } from '../contract/errors.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { JobProgress } from './events.ts'
import { hasEnded, type JobState } from './job-state.ts'

/** A job that this page works on. */
export class Job {
  readonly state: JobState
  request: NormalizedRequest
  readonly items: Job[]
  readonly controller = new AbortController()
  onProgress?: ((progress: JobProgress) => void) | undefined
  error?: DarkroomError
  /** The result, where no store could keep it. */
  blob?: Blob
  /** Whether the store knows the job, so that it outlives the page. */
  kept = false
  /** Whether the store could not keep how it ended: as long as this page lives, it must not be done again. */
  onlyHere = false
  /** Resolves when the job has ended, well or not. */
  readonly ended: Promise<void>
  readonly end: () => void

  constructor(state: JobState, request: NormalizedRequest, items: Job[] = []) {
    this.state = state
    this.request = request
    this.items = items
    let end!: () => void
    this.ended = new Promise((resolve) => {
      end = resolve
    })
    this.end = end
    if (hasEnded(state)) {
      const error = errorOf(state)
      if (error) this.error = error
      end()
    }
  }

  get id(): string {
    return this.state.id
  }

  /** Ends the job and its items with this error, at their next checkpoint. */
  cancel(reason: DarkroomError): void {
    this.controller.abort(reason)
    for (const item of this.items) item.cancel(reason)
  }

  /** The caller's own function: what it throws is theirs, and harms no job. */
  tell(progress: JobProgress): void {
    try {
      this.onProgress?.(progress)
    } catch (error) {
      console.warn('Darkroom: onProgress threw', error)
    }
  }

  warn(code: string, message: string, path?: string): void {
    this.state.warnings.push({ code, message, ...(path && { path }) })
  }
}

/** The error of a job that failed. */
export function errorOf({ id, error }: JobState): DarkroomError | undefined {
  return error && new DarkroomError(error.code, error.message, { ...error, job: id })
}

/** Any thrown value as the error of a job. What came because it was cancelled is told as its reason. */
export function failureOf(job: Job, thrown: unknown): DarkroomError {
  const { signal } = job.controller
  const reason = signal.aborted ? (signal.reason as DarkroomError) : thrown
  const { code, message, path, status, cause } = asError(reason)
  return new DarkroomError(code, message, {
    job: job.id,
    cause,
    ...(path && { path }),
    ...(status && { status }),
  })
}

function asError(thrown: unknown): {
  code: DarkroomError['code']
  message: string
  path?: string
  status?: number
  cause?: unknown
} {
  if (thrown instanceof DarkroomError) return thrown
  if (thrown instanceof Error && thrown.name === 'AbortError') return aborted()
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'MODEL', message, cause: thrown }
}
