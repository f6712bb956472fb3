import * as Comlink from 'comlink'
import { version } from '../package.json'
import { type Account, localAccount } from './account.ts'
import { Pool } from './engine/pool.ts'
import { startWorker } from './engine/worker.ts'
import { aborted, asDarkroomError, DarkroomError, unexpected } from './errors.ts'
import { etaClock } from './eta.ts'
import { Emitter, type JobProgress } from './events.ts'
import type { Handler } from './http/handler.ts'
import type { ResultFile } from './http/service.ts'
import { fileName } from './jobs/file-name.ts'
import { Job } from './jobs/job.ts'
import type { JobRecord } from './jobs/record.ts'
import { prepare, type Workplace, work } from './jobs/work.ts'
import type { DarkroomInfo, DarkroomOptions, PreloadOptions, RunOptions } from './options.ts'
import { defaultLimits } from './plan/limits.ts'
import { modelsOf, type Plan, plan } from './plan/plan.ts'
import { refuse } from './plan/refuse.ts'
import { remoteAccount } from './remote/account.ts'
import { canonical } from './request/canonical.ts'
import type { ProcessingRequest } from './request/schema.ts'

/** How long `processResult` waits before it answers that the job goes on. */
const PROCESS_RESULT_MS = 25_000

/** An image processing service inside the page. Errors are `DarkroomError`s. */
export function createDarkroom(options: DarkroomOptions = {}): Darkroom {
  return new Darkroom(options)
}

export class Darkroom extends Emitter {
  readonly #options: DarkroomOptions
  readonly #workplace: Workplace
  readonly #workers: number
  readonly #jobs = new Map<string, Job>()
  readonly #deleted = new Set<string>()
  readonly #ends = new Map<string, Promise<void>>()
  #handler: Promise<Handler> | undefined
  #disposed = false

  constructor(options: DarkroomOptions) {
    super()
    this.#options = options
    this.#workers = Math.max(1, Math.floor(options.workers ?? 1))
    this.#workplace = {
      pool: new Pool(this.#workers, options.provider ?? 'auto', () =>
        startWorker(options.assetsUrl),
      ),
      limits: { ...defaultLimits, ...options.limits },
      fetch: options.fetch ?? ((...args) => fetch(...args)),
    }
  }

  /** Resolves with the complete record, however long it takes. Aborting the signal ends the job. */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const job = this.#submit(request, options)
    return this.#waitFor(job)
  }

  /** POST process_result: the complete record, or after 25 seconds one that says `in_progress`. */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const job = this.#submit(request, options)
    const pending = Symbol()
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<typeof pending>((resolve) => {
      timer = setTimeout(resolve, PROCESS_RESULT_MS, pending)
    })
    const first = await Promise.race([this.#waitFor(job), patience]).finally(() =>
      clearTimeout(timer),
    )
    if (first !== pending) return first
    // Also where it still waits: a client that was told so polls only while it says exactly that.
    this.#moveTo(job, 'in_progress')
    return job.record()
  }

  /** POST process: answers at once; the job goes on. */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, options).record()
  }

  /** GET result: the record as it stands. Rejects where the job failed, with its code. */
  async result(job: string): Promise<JobRecord> {
    const found = this.#find(job)
    if (found.error) throw found.error
    return found.record()
  }

  /** Resolves when a job is complete. Aborting this signal ends the waiting, not the job. */
  async wait(job: string, { signal }: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    const found = this.#find(job)
    if (!signal) return this.#waitFor(found)
    if (signal.aborted) throw aborted()
    return Promise.race([
      this.#waitFor(found),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(aborted()), { once: true })
      }),
    ])
  }

  /** DELETE result: cancels what runs and forgets everything of the job. */
  async deleteResult(job: string): Promise<{ job: string; message: string }> {
    this.#find(job).forget()
    this.#jobs.delete(job)
    this.#ends.delete(job)
    this.#deleted.add(job)
    return { job, message: 'Image deleted' }
  }

  /** The bytes of a complete job's result, and its file name. */
  async file(job: string): Promise<ResultFile> {
    const { file } = this.#find(job)
    if (!file) throw new DarkroomError('NOT_FOUND', 'The job has no result', { job })
    return file
  }

  /** GET me: the remote service's account where one is configured, else a local one of the same shape. */
  async me(): Promise<Account> {
    const { remote, account } = this.#options
    return remote ? remoteAccount(remote, this.#workplace.fetch) : localAccount(account)
  }

  /** The endpoints under /rest_api/ and the files of complete jobs, as a server has them. */
  async fetch(request: Request): Promise<Response> {
    this.#handler ??= import('./http/handler.ts').then(({ createHandler }) =>
      createHandler(this, { keys: this.#options.keys }),
    )
    // A script that could not be loaded is asked for again the next time.
    this.#handler.catch(() => {
      this.#handler = undefined
    })
    return (await this.#handler)(request)
  }

  /** What computes the networks here, and why. Starts a worker where none runs yet. */
  async info(): Promise<DarkroomInfo> {
    const info = await this.#workplace.pool.run(new AbortController().signal, ({ engine }) =>
      engine.info(),
    )
    return { version, workers: this.#workers, ...info }
  }

  /** What would be done for a request, as data. Reads the header of its source. */
  async plan(
    request: ProcessingRequest,
    { signal = new AbortController().signal }: RunOptions = {},
  ): Promise<Plan> {
    return (await prepare(canonical(request).request, this.#workplace, signal)).plan
  }

  /**
   * Fetches the models that a request needs and makes their sessions. A request without `url` is
   * judged as if its source were of 1000 x 1000 pixels.
   */
  async preload(
    request: ProcessingRequest,
    { signal, onProgress }: PreloadOptions = {},
  ): Promise<void> {
    const anySignal = signal ?? new AbortController().signal
    const names = modelsOf(
      request.url ? await this.plan(request, { signal: anySignal }) : this.#planUnseen(request),
    )
    await this.#workplace.pool.run(anySignal, ({ engine }) =>
      engine.preload(
        names,
        Comlink.proxy((download) => onProgress?.(download)),
      ),
    )
  }

  /** Ends all jobs and workers and revokes all result URLs. */
  dispose(): void {
    this.#disposed = true
    for (const job of this.#jobs.values()) job.forget()
    this.#jobs.clear()
    this.#workplace.pool.dispose()
  }

  #planUnseen(request: ProcessingRequest): Plan {
    const unseen = { width: 1000, height: 1000, format: 'pixels' } as const
    return plan(canonical({ ...request, url: 'base64,' }).request, unseen, this.#workplace.limits)
  }

  #submit(request: ProcessingRequest, { signal, onProgress }: RunOptions): Job {
    if (this.#disposed) throw new DarkroomError('ABORTED', 'This Darkroom was disposed of')
    const limit = this.#options.queue?.limit ?? 100
    const open = [...this.#jobs.values()].filter(
      (job) => job.status !== 'complete' && !job.error,
    ).length
    if (open >= limit)
      throw new DarkroomError('TOO_MANY_REQUESTS', `Expected at most ${limit} open jobs`)
    const checked = canonical(request)
    refuse(checked.request, false)
    const job = new Job(crypto.randomUUID(), checked)
    if (signal?.aborted) throw aborted()
    signal?.addEventListener('abort', () => job.controller.abort(), { once: true })
    this.#jobs.set(job.id, job)
    this.#ends.set(job.id, this.#work(job, onProgress))
    return job
  }

  async #work(job: Job, onProgress?: (progress: JobProgress) => void): Promise<void> {
    const eta = etaClock()
    const { signal } = job.controller
    try {
      this.#moveTo(job, 'not_started')
      const { blob, details } = await work(
        job.request,
        this.#workplace,
        signal,
        () => this.#moveTo(job, 'in_progress'),
        (progress) => {
          if (signal.aborted) return
          const event = { job: job.id, ...progress, eta_ms: eta(progress.step, progress.ratio) }
          onProgress?.(event)
          this.emit('progress', event)
        },
        ({ code, message }) => job.warnings.push({ code, message }),
      )
      signal.throwIfAborted()
      job.finish(blob, fileName(job.request.url ?? '', job.id, blob.type), details)
      this.emit('status', { job: job.id, status: job.status })
      this.emit('complete', job.record())
    } catch (error) {
      job.error = failure(error, job)
      this.emit('failed', { job: job.id, error: job.error })
    }
  }

  #moveTo(job: Job, status: Job['status']): void {
    if (job.status === status) return
    job.status = status
    this.emit('status', { job: job.id, status })
  }

  async #waitFor(job: Job): Promise<JobRecord> {
    await this.#ends.get(job.id)
    if (job.error) throw job.error
    return job.record()
  }

  #find(job: string): Job {
    const found = this.#jobs.get(job)
    if (found) return found
    if (typeof job !== 'string') throw unexpected('job', 'a job id', job)
    if (this.#deleted.has(job)) throw new DarkroomError('DELETED', 'Image deleted', { job })
    throw new DarkroomError('NOT_FOUND', 'Job not found', { job })
  }
}

function failure(error: unknown, job: Job): DarkroomError {
  if (job.controller.signal.aborted)
    return new DarkroomError('ABORTED', 'The job was aborted', { job: job.id })
  const { code, message, path, cause } = asDarkroomError(error, 'MODEL')
  return new DarkroomError(code, message, { job: job.id, cause, ...(path && { path }) })
}
