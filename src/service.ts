import { version } from '../package.json'
import { Semaphore } from './async/semaphore.ts'
import { aborted, DarkroomError } from './contract/errors.ts'
import type { ImageInputs } from './contract/image-source.ts'
import { defaultLimits } from './contract/plan/limits.ts'
import { type Plan, plan } from './contract/plan/plan.ts'
import { normalize } from './contract/request/normalize.ts'
import type { ProcessingRequest } from './contract/request/schema.ts'
import type { ModelCheck, ModelDownload } from './contract/worker/api.ts'
import { EngineClient } from './engine/client.ts'
import { WorkerPool } from './engine/pool.ts'
import { browserEnvironment, DEFAULT_DATABASE } from './environment.ts'
import { prepare } from './execution/prepare.ts'
import type { ResultFile } from './http/backend.ts'
import type { Handler } from './http/handler.ts'
import type { JobContext } from './jobs/context.ts'
import type { Environment } from './jobs/environment.ts'
import type { RunOptions } from './jobs/events.ts'
import { errorOf, type Job } from './jobs/job.ts'
import { hasEnded } from './jobs/job-state.ts'
import { ObjectUrls } from './jobs/object-urls.ts'
import { PixelPersistence } from './jobs/pixel-persistence.ts'
import { Queue } from './jobs/queue.ts'
import type { JobRecord, JobSummary } from './jobs/record.ts'
import { findJob, recordOf, resultOf, summaries } from './jobs/record-view.ts'
import { Retention } from './jobs/retention.ts'
import { move } from './jobs/run-job.ts'
import type {
  DarkroomInfo,
  DarkroomOptions,
  PlanWithRequirements,
  PreloadOptions,
} from './options.ts'
import { remoteAccount } from './remote/account.ts'
import { isConfigured, type RemoteOptions } from './remote/connection.ts'
import { type Account, localAccount } from './remote/local-account.ts'

/** How long `processResult` waits before it answers that the job goes on. */
const PROCESS_RESULT_MS = 25_000
/** Jobs beyond the workers whose sources may be on their way, so that no worker waits for a download. */
const AHEAD = 4

/** Requests that go to the remote service at once. */
const UPLOADS = 4

/** A service that is named later is there from then on, as storages are. */
function remotePlace(remote: RemoteOptions | undefined, { fetch, clock }: Environment) {
  if (!remote) return {}
  const place = { connection: { remote, fetch, clock }, uploads: new Semaphore(UPLOADS) }
  return {
    get remote() {
      return isConfigured(remote) ? place : undefined
    },
  }
}

/** What a Darkroom does, in a script of its own that is loaded beside the page. */
export class DarkroomService {
  readonly #options: DarkroomOptions
  readonly #workers: number
  readonly #closing = new AbortController()
  readonly #context: JobContext
  readonly #queue: Queue
  #handler: Promise<Handler> | undefined

  constructor(options: DarkroomOptions, given: Partial<Environment>, emit: JobContext['emit']) {
    const environment = { ...browserEnvironment(options), ...given }
    this.#options = options
    this.#workers = Math.max(1, Math.floor(options.workers ?? 1))
    const { provider = 'auto', postscript, models } = options
    const settings = { provider, ...(postscript && { postscript }), ...(models && { models }) }
    const limits = { ...defaultLimits, ...options.limits }
    const pool = new WorkerPool(this.#workers, settings, environment.startWorker)
    const retention = new Retention(environment, options.quota?.bytes)
    this.#context = {
      database: options.database ?? DEFAULT_DATABASE,
      environment,
      execution: Object.assign(remotePlace(options.remote, environment), {
        engine: new EngineClient(pool, limits),
        limits,
        fetch: environment.fetch,
        storages: options.storages ?? {},
      }),
      retention,
      urls: new ObjectUrls(),
      slots: new Semaphore(this.#workers + AHEAD),
      jobs: new Map(),
      webhooks: Object.values(options.account?.webhooks ?? {}),
      closed: this.#closing.signal,
      emit,
    }
    this.#queue = new Queue(
      this.#context,
      new PixelPersistence(environment, retention),
      options.queue?.limit,
    )
    void this.resume().catch((error) => console.warn('Darkroom: no jobs could be resumed', error))
  }

  /** Resolves with the complete record, however long it takes. Aborting the signal ends the job. */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#complete(await this.#queue.submit(request, options))
  }

  /** POST process_result: the complete record, or after 25 seconds one that says `in_progress`. */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const answered = new AbortController()
    const { clock } = this.#context.environment
    const patience = clock.sleep(PROCESS_RESULT_MS, answered.signal).then(() => 'pending' as const)
    patience.catch(() => undefined)
    try {
      const job = await this.#queue.submit(request, options)
      const first = await Promise.race([this.#complete(job), patience])
      if (first !== 'pending') return first
      // Also where it still waits: a client that was told so polls only while it says exactly that.
      if (!hasEnded(job.state)) move(job, 'in_progress', this.#context)
      return await recordOf(job.state, this.#context)
    } finally {
      answered.abort()
    }
  }

  /** POST process: answers as soon as the job is accepted and kept; the job goes on. */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const { state } = await this.#queue.submit(request, options)
    return { ...(await recordOf(state, this.#context)), status: 'received' }
  }

  /** GET result: the record as it stands, of jobs of earlier pages and other tabs too. Rejects where the job failed, with its code. */
  async result(job: string): Promise<JobRecord> {
    const state = await findJob(job, this.#context)
    const error = errorOf(state)
    if (error) throw error
    return recordOf(state, this.#context)
  }

  /** What is known of every request, the newest first: those of earlier pages and other tabs too. */
  async jobs(): Promise<JobSummary[]> {
    return summaries(this.#context)
  }

  /** The bytes of a result and its name. */
  async file(job: string): Promise<ResultFile> {
    const { status, file } = await findJob(job, this.#context)
    const blob = status === 'complete' && file && (await resultOf(job, this.#context))
    if (blob) return { blob, name: file.name }
    throw new DarkroomError('NOT_FOUND', 'The job has no result', { job })
  }

  /** Resolves when a job is complete, whichever tab works on it. Aborting this signal ends the waiting, not the job. */
  async wait(job: string, { signal }: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    const own = this.#context.jobs.get(job)
    const done = own ? this.#complete(own) : this.#queue.ended(job).then(() => this.result(job))
    if (!signal) return done
    done.catch(() => undefined)
    if (signal.aborted) throw aborted()
    return Promise.race([
      done,
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(aborted()), { once: true })
      }),
    ])
  }

  /** DELETE result: cancels what runs and forgets everything of the job. */
  async deleteResult(job: string): Promise<{ job: string; message: string }> {
    await this.#queue.remove(job)
    return { job, message: 'Image deleted' }
  }

  /**
   * Goes on with jobs that earlier pages left behind; that happens by itself when a Darkroom is created. To be
   * called again when a storage was granted the permission that a job waits for.
   */
  async resume(): Promise<void> {
    await this.#queue.resume()
  }

  /** GET me: the remote service's account where one is configured, else a local one of the same shape. */
  async me(): Promise<Account> {
    const { remote, account } = this.#options
    return isConfigured(remote)
      ? remoteAccount(remote, this.#context.environment.fetch)
      : localAccount(account)
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
    return { version, workers: this.#workers, ...(await this.#context.execution.engine.info()) }
  }

  /** Runs every built-in model on a known input and compares its output with the stored one. */
  check({ signal, onProgress }: PreloadOptions = {}): Promise<ModelCheck[]> {
    return this.#context.execution.engine.check((download) => onProgress?.(download), signal)
  }

  /** What would be done for a request, as data, and what that may take. Reads the headers of its images. */
  async plan(
    request: ProcessingRequest,
    { signal = new AbortController().signal }: RunOptions = {},
  ): Promise<PlanWithRequirements> {
    const { execution } = this.#context
    const { plan, inputs } = await prepare(normalize(request).request, execution, signal)
    return this.#withRequirements(plan, inputs, signal)
  }

  /**
   * Fetches the models that a request needs and makes their sessions. A request without `url` is
   * judged as if its source were of 1000 x 1000 pixels.
   */
  async preload(
    request: ProcessingRequest,
    { signal, onProgress }: PreloadOptions = {},
  ): Promise<void> {
    const { models } = request.url
      ? await this.plan(request, { ...(signal && { signal }) })
      : await this.#withRequirements(this.#planUnseen(request), {}, signal)
    const names = models.map(({ name }) => name)
    const onDownload = (download: ModelDownload) => onProgress?.(download)
    await this.#context.execution.engine.preload(names, onDownload, signal)
  }

  /** Ends all work in this page and revokes all result URLs. What has not ended goes on when the next Darkroom is created. */
  dispose(): void {
    this.#closing.abort()
    this.#context.execution.engine.dispose()
  }

  async #withRequirements(
    plan: Plan,
    inputs: Partial<ImageInputs>,
    signal?: AbortSignal,
  ): Promise<PlanWithRequirements> {
    const { engine } = this.#context.execution
    const { models, peakBytes } = await engine.requirements(plan, inputs, signal)
    return { ...plan, models, peak_bytes: peakBytes }
  }

  #planUnseen(request: ProcessingRequest): Plan {
    const unseen = { width: 1000, height: 1000, format: 'pixels' } as const
    return plan(
      normalize({ ...request, urls: undefined, url: 'base64,' }).request,
      unseen,
      this.#context.execution.limits,
    )
  }

  async #complete(job: Job): Promise<JobRecord> {
    await job.ended
    if (job.error) throw job.error
    return recordOf(job.state, this.#context)
  }
}
