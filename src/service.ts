import { version } from '../package.json'
import { abortOf } from './async/abort-of.ts'
import { Semaphore } from './async/semaphore.ts'
import { untilAborted } from './async/until-aborted.ts'
import { noVisits, pageVisits } from './async/visits.ts'
import { EngineClient } from './engine/client.ts'
import { jobBytes, memoryBytes, workerCache } from './engine/device-memory.ts'
import { WorkerPool } from './engine/pool.ts'
import { browserEnvironment, DEFAULT_DATABASE } from './environment.ts'
import { prepare } from './execution/prepare.ts'
import type { ResultFile } from './http/backend.ts'
import type { Handler } from './http/handler.ts'
import { checkJobOptions } from './jobs/check-options.ts'
import type { JobContext } from './jobs/context.ts'
import type { Environment } from './jobs/environment.ts'
import type { JobOptions, RunOptions } from './jobs/events.ts'
import { errorOf, type Job } from './jobs/job.ts'
import { hasEnded } from './jobs/job-state.ts'
import { ObjectUrls } from './jobs/object-urls.ts'
import { PixelPersistence } from './jobs/pixel-persistence.ts'
import { Queue } from './jobs/queue.ts'
import type { JobRecord, JobSummary } from './jobs/record.ts'
import { findJob, recordOf, resultOf, summaries } from './jobs/record-view.ts'
import { Retention } from './jobs/retention.ts'
import { advance } from './jobs/run-job.ts'
import { holdBuild } from './offline/hold-build.ts'
import { offlineRequests } from './offline/precached.ts'
import { collectFiles, type RequiredFiles } from './offline/required-files.ts'
import type {
  DarkroomInfo,
  DarkroomOptions,
  PlanWithRequirements,
  PreloadOptions,
} from './options.ts'
import { defaultLimits } from './plan/limits.ts'
import { type Plan, plan } from './plan/plan.ts'
import { type Account, localAccount, remoteAccount } from './remote/account.ts'
import { isConfigured, type RemoteOptions } from './remote/connection.ts'
import { normalize } from './request/normalize.ts'
import { fromPage } from './request/page-request.ts'
import type { ProcessingRequest } from './request/schema.ts'
import { baseUrl } from './shared/base-url.ts'
import { build } from './shared/build.ts'
import { aborted, asDarkroomError, DarkroomError } from './shared/errors.ts'
import type { ImageInputs } from './shared/image-source.ts'
import { priorities } from './shared/priority.ts'
import type { ModelCheck, ModelDownload, Provider } from './shared/worker/api.ts'
import { createSourceProxy } from './sources/proxy.ts'
import { validateOptions } from './validate-options.ts'

/** How long `processResult` waits for the job before it returns `in_progress`. */
const PROCESS_RESULT_MS = 25_000
/**
 * Jobs of each priority that may open their sources while all workers are busy: no worker waits for a download, and light
 * jobs are found behind others.
 */
const AHEAD = 8

/** Requests sent to the remote service at once. */
const UPLOADS = 4

/** Read on each use: the page may fill in `baseUrl` later. */
function remotePlace(remote: RemoteOptions | undefined, { fetch, clock }: Environment) {
  if (!remote) return {}
  const place = { connection: { remote, fetch, clock }, uploads: new Semaphore(UPLOADS) }
  return {
    get remote() {
      return isConfigured(remote) ? place : undefined
    },
  }
}

/** Implements `Darkroom`, in a chunk that is loaded on demand. Its methods are documented there. */
export class DarkroomService {
  readonly #options: DarkroomOptions
  readonly #workers: number
  readonly #closing = new AbortController()
  readonly #context: JobContext
  readonly #queue: Queue
  #handler: Promise<Handler> | undefined

  constructor(options: DarkroomOptions, given: Partial<Environment>, emit: JobContext['emit']) {
    validateOptions(options)
    const environment = { ...browserEnvironment(options), ...given }
    this.#options = options
    this.#workers = Math.max(1, Math.floor(options.workers ?? 1))
    const { provider = 'auto', precision, postscript, models } = options
    const cache = workerCache(options.cache, this.#workers, environment.cacheFromMs)
    const settings = {
      provider,
      ...(precision && { precision }),
      ...(postscript && { postscript }),
      ...(models && { models }),
      ...(cache && { cache }),
    }
    const limits = { ...defaultLimits, ...options.limits }
    const pool = new WorkerPool(this.#workers, settings, environment.startWorker, memoryBytes())
    const slotsOfPriority = this.#workers + AHEAD
    const database = options.database ?? DEFAULT_DATABASE
    const retention = new Retention(environment, options.quota?.bytes)
    this.#context = {
      database,
      environment,
      execution: Object.assign(remotePlace(options.remote, environment), {
        engine: new EngineClient(pool, limits, environment),
        limits,
        memoryBytes: jobBytes(options.memory),
        fetch: environment.fetch,
        storages: options.storages ?? {},
        proxy: createSourceProxy(options.sources),
      }),
      retention,
      visits: environment.store.takesPixels ? noVisits : pageVisits(database, this.#closing.signal),
      urls: new ObjectUrls(),
      slots: new Semaphore(slotsOfPriority * priorities.length),
      slotsOfPriority,
      jobs: new Map(),
      // The application's own models may change under their names.
      madeBy: models ? undefined : JSON.stringify([build, provider, precision, postscript]),
      deleted: new Set(),
      webhooks: Object.values(options.account?.webhooks ?? {}),
      closed: this.#closing.signal,
      emit,
    }
    this.#queue = new Queue(
      this.#context,
      new PixelPersistence(environment, retention),
      options.queue?.limit,
    )
    holdBuild(this.#closing.signal)
    void this.resume().catch((error) => {
      if (!this.#closing.signal.aborted) console.warn('Darkroom: no jobs could be resumed', error)
    })
  }

  /** What a page may write beyond what is valid over HTTP. */
  fromPage(request: ProcessingRequest): ProcessingRequest {
    return fromPage(request, baseUrl())
  }

  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    // A spread would make an object of whatever came.
    checkJobOptions(options)
    const { persist = false } = options
    return this.#withBlob(
      await this.#complete(await this.#queue.submit(request, { ...options, persist })),
    )
  }

  async processResult(request: ProcessingRequest, options: JobOptions = {}): Promise<JobRecord> {
    const answered = new AbortController()
    const { clock } = this.#context.environment
    const patience = clock.sleep(PROCESS_RESULT_MS, answered.signal).then(() => 'pending' as const)
    patience.catch(() => undefined)
    try {
      const job = await this.#queue.submit(request, options)
      const first = await Promise.race([this.#complete(job), patience])
      if (first !== 'pending') return first
      // Even if the job still waits: clients poll only while the status is `in_progress`.
      await this.#queue.stored(job)
      if (!hasEnded(job.state)) advance(job, 'in_progress', this.#context)
      return await recordOf(job.state, this.#context)
    } finally {
      answered.abort()
    }
  }

  async process(request: ProcessingRequest, options: JobOptions = {}): Promise<JobRecord> {
    const job = await this.#queue.submit(request, options)
    await this.#queue.stored(job)
    return { ...(await recordOf(job.state, this.#context)), status: 'received' }
  }

  async result(job: string): Promise<JobRecord> {
    const state = await findJob(job, this.#context)
    const error = errorOf(state)
    if (error) throw error
    return recordOf(state, this.#context)
  }

  async jobs(): Promise<JobSummary[]> {
    return summaries(this.#context)
  }

  async file(job: string): Promise<ResultFile> {
    const { status, file } = await findJob(job, this.#context)
    const blob = status === 'complete' && file && (await resultOf(job, this.#context))
    if (blob) return { blob, name: file.name }
    throw new DarkroomError('NOT_FOUND', 'The job has no result', { job })
  }

  async wait(job: string, { signal }: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    const own = this.#context.jobs.get(job)
    const ended = own ? this.#complete(own) : this.#queue.ended(job).then(() => this.result(job))
    const done = ended.then((record) => this.#withBlob(record))
    if (!signal) return done
    return untilAborted(done, signal).catch((error) => {
      throw signal.aborted ? aborted(signal.reason) : error
    })
  }

  async deleteResult(job: string): Promise<{ job: string; message: string }> {
    await this.#queue.remove(job)
    return { job, message: 'Image deleted' }
  }

  async resume(): Promise<void> {
    await this.#queue.resume()
  }

  async me(): Promise<Account> {
    const { remote } = this.#context.execution
    return remote ? remoteAccount(remote.connection) : localAccount(this.#options.account)
  }

  async fetch(request: Request): Promise<Response> {
    this.#handler ??= import('./http/handler.ts').then(({ createHandler }) =>
      createHandler(this, { keys: this.#options.keys }),
    )
    try {
      return (await this.#handler)(request)
    } catch (error) {
      // A failed import is retried on the next call.
      this.#handler = undefined
      throw asDarkroomError(error, 'NETWORK')
    }
  }

  async info(): Promise<DarkroomInfo> {
    const info = await this.#context.execution.engine.info()
    const cached = new Set<string>(info.cached)
    const offline = await offlineRequests((name) => cached.has(name))
    return { version, workers: this.#workers, ...info, offline }
  }

  async requiredFiles(
    requests: readonly ProcessingRequest[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<RequiredFiles> {
    const { provider } = await this.info()
    // A GPU may fail, and WASM has a runtime of its own.
    const providers = new Set([provider, 'wasm' as const])
    return collectFiles(
      requests,
      [...providers].map((each) => () => this.#trial(each)),
      signal,
    )
  }

  /** URLs of the worker's script and of what it has loaded. */
  loadedFiles(): Promise<string[]> {
    return this.#context.execution.engine.loadedFiles()
  }

  /** A service with a worker of its own, which has loaded nothing yet, and without traces. */
  #trial(provider: Provider): DarkroomService {
    const { precision, postscript, models, limits, storages, sources } = this.#options
    const kept = { precision, postscript, models, limits, storages, sources }
    const given = Object.entries(kept).filter(([, value]) => value !== undefined)
    const options = {
      ...Object.fromEntries(given),
      provider,
      persist: false,
      cache: false,
    } as const
    const { fetch, startWorker } = this.#context.environment
    return new DarkroomService(options, { fetch, startWorker }, () => {})
  }

  check({ signal, onProgress }: PreloadOptions = {}): Promise<ModelCheck[]> {
    return this.#context.execution.engine.check((download) => onProgress?.(download), signal)
  }

  async plan(request: ProcessingRequest, options: JobOptions = {}): Promise<PlanWithRequirements> {
    const signal = options.signal ?? new AbortController().signal
    const { execution } = this.#context
    const prepared = await prepare(normalize(request).request, execution, signal)
    const { plan, inputs, settings } = prepared
    const { leastBytes, ...required } = await this.#withRequirements(plan, inputs, signal)
    return settings?.smallTiles ? { ...required, peak_bytes: leastBytes } : required
  }

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

  /** Takes up no further jobs, and ends the workers after those that are open now. Results and their URLs stay. */
  async retire(): Promise<void> {
    await this.#queue.retire()
    this.#context.execution.engine.retire()
  }

  dispose(): void {
    this.#closing.abort()
    this.#context.execution.engine.dispose()
  }

  async #withRequirements(plan: Plan, inputs: Partial<ImageInputs>, signal?: AbortSignal) {
    const { engine } = this.#context.execution
    const { models, peakBytes, leastBytes, ms } = await engine.requirements(plan, inputs, signal)
    const seconds = ms === undefined ? {} : { seconds: ms / 1000 }
    return { ...plan, models, peak_bytes: peakBytes, ...seconds, leastBytes }
  }

  #planUnseen(request: ProcessingRequest): Plan {
    const unseen = { width: 1000, height: 1000, format: 'pixels' } as const
    return plan(
      normalize({ ...request, urls: undefined, url: 'base64,' }).request,
      unseen,
      this.#context.execution.limits,
    )
  }

  /** Beside the URL of its result the record has the result itself, unless it has several. */
  async #withBlob(record: JobRecord): Promise<JobRecord> {
    const blob = await resultOf(record.job, this.#context)
    return blob ? { ...record, blob } : record
  }

  /**
   * A job that is not stored rejects as soon as it is cancelled: its worker may be between two checkpoints for seconds. The
   * end of any other is stored first, or a later page would resume it.
   */
  async #complete(job: Job): Promise<JobRecord> {
    await (job.persist ? job.ended : Promise.race([job.ended, abortOf(job.signal)]))
    if (job.error) throw job.error
    if (!hasEnded(job.state)) throw job.failure(job.signal.reason)
    return recordOf(job.state, this.#context)
  }
}
