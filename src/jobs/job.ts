import type { NormalizedRequest } from '../request/normalize.ts'
import { aborted, DarkroomError } from '../shared/errors.ts'
import type { Warning } from '../shared/warning.ts'
import type { Details } from '../shared/worker/details.ts'
import type { JobPreview, JobProgress } from './events.ts'
import { hasEnded, type JobState } from './job-state.ts'
import type { JobDetails, Status, WebhookOutcome } from './record.ts'

/** What `details` hold before anything has run. */
const NOTHING_RUN: Details = { provider: null, steps: [] }

/**
 * What outlives the page. `stored`: all that is known of the job. `unfinished`: its end or its result could not be stored,
 * and while this page lives, no other page may do the job again. `memory`: nothing.
 */
export type Persistence = 'stored' | 'unfinished' | 'memory'

/** A job that this page works on. Its state is replaced by the methods of this class alone. */
export class Job {
  readonly items: Job[]
  readonly controller = new AbortController()
  onProgress?: ((progress: JobProgress) => void) | undefined
  onPreview?: ((preview: JobPreview) => void) | undefined
  /** Resolves when the job has ended, well or not. */
  readonly ended: Promise<void>
  readonly #end: () => void
  #request: NormalizedRequest
  #state: JobState
  #error: DarkroomError | undefined
  #blob: Blob | undefined
  #sizes: ReadonlyMap<number, Blob> | undefined
  /** Its place among the jobs that wait, as it was told last. */
  position?: number
  /** The result of a request for one. */
  bitmap?: ImageBitmap
  #persistence: Persistence = 'stored'
  /** How many workers of this page work on an image of the job. */
  #atWork = 0

  constructor(state: JobState, request: NormalizedRequest, items: Job[] = []) {
    this.#state = state
    this.#request = request
    this.items = items
    let end!: () => void
    this.ended = new Promise((resolve) => {
      end = resolve
    })
    this.#end = end
    if (hasEnded(state)) {
      this.#error = errorOf(state)
      end()
    }
  }

  get id(): string {
    return this.#state.id
  }

  get request(): NormalizedRequest {
    return this.#request
  }

  get state(): JobState {
    return this.#state
  }

  get error(): DarkroomError | undefined {
    return this.#error
  }

  /** The result, if it could not be stored. */
  get blob(): Blob | undefined {
    return this.#blob
  }

  /** The results below it, by their width, if they could not be stored. */
  get sizes(): ReadonlyMap<number, Blob> | undefined {
    return this.#sizes
  }

  get persistence(): Persistence {
    return this.#persistence
  }

  /** How many pages have ended while they worked on the image, this one included while it does. */
  get attempts(): number {
    return this.#state.attempts ?? 0
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** The job and its items. */
  get family(): Job[] {
    return [this, ...this.items]
  }

  /** The job is not to be stored, or could not be. */
  stayInMemory(): void {
    for (const each of this.family) each.#persistence = 'memory'
  }

  /** The end of the job, or its result, could not be stored. */
  endInMemory(blob?: Blob, sizes?: ReadonlyMap<number, Blob>): void {
    if (this.#persistence === 'stored') this.#persistence = 'unfinished'
    this.#blob ??= blob
    this.#sizes ??= sizes
  }

  /** From `received` to `not_started` to `in_progress`, never back. Returns whether the status changed. */
  advance(status: Exclude<Status, 'complete'>): boolean {
    const before = this.#state.status
    if (before === status || (before === 'in_progress' && status === 'not_started')) return false
    this.#change({ status })
    return true
  }

  /** Resumes a job of an earlier page: what was finished stays. */
  restart(): void {
    if (hasEnded(this.#state)) return
    this.#change({ status: 'received' })
    this.#forgetWaiting()
  }

  /** The job cannot go on in this page. */
  waitFor(waiting_for: NonNullable<JobDetails['waiting_for']>): void {
    this.#change({ status: 'not_started' })
    this.addDetails({ waiting_for })
  }

  /**
   * This page begins to work on an image of the job: if the page ends before `endAttempt`, it may have been the cause.
   * What is done at the same time is one attempt.
   */
  beginAttempt(page: string): void {
    this.#atWork++
    if (this.#atWork === 1) this.#change({ attempts: this.attempts + 1, page })
  }

  endAttempt(): void {
    this.#atWork--
    if (this.#atWork === 0) this.discountAttempt()
  }

  /** An attempt had no part in the end of its page. */
  discountAttempt(): void {
    this.#change({ attempts: this.attempts - 1 })
  }

  /** What is told by itself: no other part of the state follows from it. */
  note(changes: Pick<JobState, 'remote' | 'source' | 'writing'>): void {
    this.#change(changes)
  }

  addDetails(details: Partial<JobDetails>): void {
    this.#change({ details: { ...NOTHING_RUN, ...this.#state.details, ...details } })
  }

  /** The result was computed. The job is not complete yet: its target is still to be written. */
  setResult(result: Pick<JobState, 'file' | 'sizes'>, details: Details): void {
    this.#forgetWaiting()
    this.addDetails(details)
    this.#change(result)
  }

  /** A result of steps was stored, or is no longer. */
  setSteps(steps: JobState['steps']): void {
    const { steps: _, ...state } = this.#state
    this.#state = state
    if (steps) this.#change({ steps })
  }

  /** The result was written, in all its sizes. */
  setTarget(target: NonNullable<JobDetails['target']>, sizes: JobState['sizes']): void {
    this.#change({ writing: false, ...(sizes && { sizes }) })
    this.addDetails({ target })
  }

  /** `now`: milliseconds since 1970. `webhook`: webhooks still to be called. */
  complete(now: number, webhook: WebhookOutcome[] | undefined): void {
    this.addDetails(webhook ? { webhook } : {})
    this.#change({ status: 'complete', finished: now, settled: !webhook })
  }

  /** A stored job that could not load what it needs is not settled: it is resumed. */
  fail(error: DarkroomError, now: number): void {
    this.#error = error
    const resumable = error.code === 'NETWORK' && this.#persistence !== 'memory'
    this.#change({ error: error.toJSON(), finished: now, settled: !resumable })
  }

  /** This page stops working on the job; the stored job stays open. */
  abandon(error: DarkroomError): void {
    this.#error = error
  }

  /** Nothing is left to do. */
  settle(): void {
    this.#change({ settled: true })
  }

  /** Lets go of the images of the request once nothing needs them. */
  releaseRequest(): void {
    this.#request = {} as NormalizedRequest
  }

  /** Resolves `ended`. The caller's functions may hold on to the caller's Darkroom. */
  end(): void {
    this.onProgress = undefined
    this.onPreview = undefined
    this.#end()
  }

  /** A resumed job meets the same problem again: it is told once. */
  warn(code: string, message: string, path?: string): void {
    const warning = { code, message, ...(path && { path }) }
    const isSame = (other: Warning) => other.path === path && other.message === message
    if (this.#state.warnings.some(isSame)) return
    this.#change({ warnings: [...this.#state.warnings, warning] })
  }

  /** Ends the job and its items with this error, at their next checkpoint. */
  cancel(reason: DarkroomError): void {
    this.controller.abort(reason)
    for (const item of this.items) item.cancel(reason)
  }

  /** Calls the caller's `onProgress`. What that throws does not fail the job. */
  reportProgress(progress: JobProgress): void {
    try {
      this.onProgress?.(progress)
    } catch (error) {
      console.warn('Darkroom: onProgress threw', error)
    }
  }

  /** Calls the caller's `onPreview`, likewise. */
  reportPreview(preview: JobPreview): void {
    if (this.signal.aborted) return
    try {
      this.onPreview?.(preview)
    } catch (error) {
      console.warn('Darkroom: onPreview threw', error)
    }
  }

  /**
   * Turns any thrown value into the job's error. A cancelled job fails with the reason of its cancellation. Anything
   * else that is not a DarkroomError is a bug: INTERNAL.
   */
  failure(thrown: unknown): DarkroomError {
    const reason = this.signal.aborted ? this.signal.reason : thrown
    const { code, message, path, status, cause } = asError(reason)
    return new DarkroomError(code, message, {
      job: this.id,
      cause,
      ...(path && { path }),
      ...(status && { status }),
    })
  }

  #change(changes: Partial<JobState>): void {
    const { data, ...state } = { ...this.#state, ...changes }
    this.#state = state.settled || data === undefined ? state : { ...state, data }
  }

  #forgetWaiting(): void {
    if (!this.#state.details) return
    const { waiting_for, ...details } = this.#state.details
    this.#change({ details })
  }
}

/** The error of a job that failed. */
export function errorOf({ id, error }: JobState): DarkroomError | undefined {
  return error && new DarkroomError(error.code, error.message, { ...error, job: id })
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
  return { code: 'INTERNAL', message, cause: thrown }
}
