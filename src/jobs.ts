import { version } from '../package.json'
import { abortOf } from './async/abort-of.ts'
import { untilAborted } from './async/until-aborted.ts'
import { createContext, workersOf } from './create-context.ts'
import type { Completed, DarkroomMethods, Urls } from './darkroom.ts'
import { prepare } from './execution/prepare.ts'
import type { ResultFile } from './http/backend.ts'
import type { Handler } from './http/handler.ts'
import {
  checkConversion,
  checkJobOptions,
  checkLoadOptions,
  checkWaitOptions,
} from './jobs/check-options.ts'
import type { Environment, JobContext } from './jobs/context.ts'
import type { BitmapOptions, FileOptions, JobOptions, RunOptions } from './jobs/events.ts'
import { errorOf, type Job } from './jobs/job.ts'
import { hasEnded } from './jobs/job-state.ts'
import { Queue } from './jobs/queue.ts'
import type { JobRecord, JobReference, JobSummary } from './jobs/record.ts'
import { findJob, recordOf, resultOf, summaries } from './jobs/record-view.ts'
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
import { type Plan, plan } from './plan/plan.ts'
import { type Account, localAccount, remoteAccount } from './remote/account.ts'
import { asBitmap } from './request/as-bitmap.ts'
import { type Normalized, normalize } from './request/normalize.ts'
import { fromPage } from './request/page-request.ts'
import type { ProcessingRequest } from './request/schema.ts'
import { baseUrl } from './shared/base-url.ts'
import { aborted, asDarkroomError, DarkroomError } from './shared/errors.ts'
import type { ImageInputs, ImageSource } from './shared/image-source.ts'
import type { ModelCheck, ModelDownload, Provider } from './shared/worker/api.ts'
import type { TileSize } from './shared/worker/tile-size.ts'
import { fileOf, unreadableFile } from './sources/file-of.ts'
import { validateOptions } from './validate-options.ts'

/** How long `processResult` waits for the job before it returns `in_progress`. */
const PROCESS_RESULT_MS = 25_000

/** Does what `Darkroom` promises, in a script that is loaded on demand. */
export class Jobs implements DarkroomMethods {
  readonly #options: DarkroomOptions
  readonly #closing = new AbortController()
  readonly #context: JobContext
  readonly #queue: Queue
  #handler: Promise<Handler> | undefined

  constructor(options: DarkroomOptions, given: Partial<Environment>, emit: JobContext['emit']) {
    validateOptions(options)
    this.#options = options
    this.#context = createContext(options, given, this.#closing.signal, emit)
    this.#queue = new Queue(this.#context, options.queue?.limit)
    holdBuild(this.#closing.signal)
    void this.resume().catch((error) => {
      if (!this.#closing.signal.aborted) console.warn('Darkroom: no jobs could be resumed', error)
    })
  }

  /** What a page may write beyond what is valid over HTTP. */
  fromPage(request: ProcessingRequest): ProcessingRequest {
    return fromPage(request, baseUrl())
  }

  async run<U extends Urls = undefined>(
    request: ProcessingRequest & { urls?: U },
    options: RunOptions = {},
  ): Promise<Completed<U>> {
    // A spread would make an object of whatever came.
    checkJobOptions(options)
    const { persist = false } = options
    const job = await this.#queue.submit(request, { ...options, persist })
    return (await this.#withBlob(await this.#complete(job))) as Completed<U>
  }

  /** @param given the request and the source as the caller wrote them. */
  async toFile(
    request: ProcessingRequest,
    options: FileOptions = {},
    ...given: unknown[]
  ): Promise<File> {
    checkConversion('File', given[0], options)
    const { name, unreadable, ...others } = options
    try {
      return await this.#convert(request, others, ({ blob }) =>
        fileOf(blob as Blob, request.url as string | ImageSource, name),
      )
    } catch (error) {
      if (unreadable === 'original') return unreadableFile(given[1], error, name)
      throw error
    }
  }

  async toBitmap(
    request: ProcessingRequest,
    options: BitmapOptions = {},
    given?: unknown,
  ): Promise<ImageBitmap> {
    checkConversion('bitmap', given, options)
    return this.#convert(request, options, ({ bitmap }) => bitmap as ImageBitmap, asBitmap)
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

  async result(job: JobReference): Promise<JobRecord> {
    const state = await findJob(idOf(job), this.#context)
    const error = errorOf(state)
    if (error) throw error
    return recordOf(state, this.#context)
  }

  async jobs(): Promise<JobSummary[]> {
    return summaries(this.#context)
  }

  async file(job: JobReference, name?: string): Promise<ResultFile> {
    const id = idOf(job)
    const { status, file, sizes } = await findJob(id, this.#context)
    const size = sizes?.find((each) => each.name === name)
    const blob = status === 'complete' && file && (await resultOf(id, this.#context, size?.width))
    if (blob) return { blob, name: size?.name ?? file.name }
    throw new DarkroomError('NOT_FOUND', 'The job has no result', { job: id })
  }

  async wait(
    job: JobReference,
    options: { signal?: AbortSignal | null | undefined } = {},
  ): Promise<JobRecord> {
    checkWaitOptions(options, 'wait')
    const { signal } = options
    const id = idOf(job)
    const own = this.#context.jobs.get(id)
    const ended = own ? this.#complete(own) : this.#queue.ended(id).then(() => this.result(id))
    const done = ended.then((record) => this.#withBlob(record))
    if (!signal) return done
    return untilAborted(done, signal).catch((error) => {
      throw signal.aborted ? aborted(signal.reason) : error
    })
  }

  async deleteResult(reference: JobReference): Promise<{ job: string; message: string }> {
    const job = idOf(reference)
    await this.#queue.remove(job)
    return { job, message: 'Image deleted' }
  }

  resume(): Promise<void> {
    return this.#queue.resume()
  }

  async me(): Promise<Account> {
    const { remote } = this.#context.execution
    return remote ? remoteAccount(remote.connection) : localAccount(this.#options.account)
  }

  async fetch(...request: ConstructorParameters<typeof Request>): Promise<Response> {
    const whole = new Request(...request)
    this.#handler ??= import('./http/handler.ts').then(({ createHandler }) =>
      createHandler(this, { keys: this.#options.keys }),
    )
    try {
      return (await this.#handler)(whole)
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
    return { version, workers: workersOf(this.#options), ...info, offline }
  }

  async requiredFiles(
    requests: readonly ProcessingRequest[],
    options: { signal?: AbortSignal | null | undefined } = {},
  ): Promise<RequiredFiles> {
    checkWaitOptions(options, 'requiredFiles')
    const { provider } = await this.info()
    // A GPU may fail, and WASM has a runtime of its own.
    const providers = new Set([provider, 'wasm' as const])
    return collectFiles(
      requests,
      [...providers].map((each) => () => this.#trial(each)),
      options.signal ?? undefined,
    )
  }

  /** URLs of the worker's script and of what it has loaded. */
  loadedFiles(): Promise<string[]> {
    return this.#context.execution.engine.loadedFiles()
  }

  /** Jobs with a worker of their own, which has loaded nothing yet, and without traces. */
  #trial(provider: Provider): Jobs {
    const { precision, postscript, svg, models, limits, storages, sources } = this.#options
    const kept = { precision, postscript, svg, models, limits, storages, sources }
    const given = Object.entries(kept).filter(([, value]) => value !== undefined)
    const options = {
      ...Object.fromEntries(given),
      provider,
      persist: false,
      cache: false,
    } as const
    const { fetch, startWorker } = this.#context.environment
    return new Jobs(options, { fetch, startWorker }, () => {})
  }

  async check(options: PreloadOptions = {}): Promise<ModelCheck[]> {
    checkLoadOptions(options, 'check')
    const { signal, onProgress } = options
    return this.#context.execution.engine.check(
      (download) => onProgress?.(download),
      signal ?? undefined,
    )
  }

  async plan(request: ProcessingRequest, options: JobOptions = {}): Promise<PlanWithRequirements> {
    checkJobOptions(options)
    const signal = options.signal ?? new AbortController().signal
    const { execution } = this.#context
    const prepared = await prepare(normalize(request).request, execution, signal)
    const { plan, inputs, settings } = prepared
    return this.#withRequirements(plan, inputs, signal, settings?.tiles)
  }

  async preload(request: ProcessingRequest, options: PreloadOptions = {}): Promise<void> {
    checkLoadOptions(options, 'preload')
    const { signal, onProgress } = options
    const { models } = request.url
      ? await this.plan(request, { ...(signal && { signal }) })
      : await this.#withRequirements(this.#planUnseen(request), {}, signal ?? undefined)
    const names = models.map(({ name }) => name)
    const onDownload = (download: ModelDownload) => onProgress?.(download)
    await this.#context.execution.engine.preload(names, onDownload, signal ?? undefined)
  }

  /** Takes up no further jobs, and terminates the workers after those that are open now. Results and their URLs stay. */
  async disposeWhenIdle(): Promise<void> {
    await this.#queue.drain()
    this.#context.execution.engine.terminateWhenIdle()
  }

  dispose(): void {
    this.#closing.abort()
    this.#context.execution.engine.terminate()
  }

  /** Runs a request, and lets go of all that is left of its job. */
  async #convert<T>(
    request: ProcessingRequest,
    options: BitmapOptions,
    take: (job: Job) => T,
    adapt?: (valid: Normalized) => Normalized,
  ): Promise<T> {
    const job = await this.#queue.submit(request, { ...options, persist: false }, adapt)
    try {
      await this.#complete(job)
      return take(job)
    } finally {
      await this.#queue.remove(job.id).catch(() => undefined)
    }
  }

  async #withRequirements(
    plan: Plan,
    inputs: Partial<ImageInputs>,
    signal?: AbortSignal,
    tiles: TileSize = 'usual',
  ) {
    const { engine } = this.#context.execution
    const { models, peakBytes, ms } = await engine.requirements(plan, inputs, signal)
    const seconds = ms === undefined ? {} : { seconds: ms / 1000 }
    return { ...plan, models, peak_bytes: peakBytes[tiles], ...seconds }
  }

  #planUnseen(request: ProcessingRequest): Plan {
    const unseen = { width: 1000, height: 1000, format: 'pixels' } as const
    return plan(
      normalize({ ...request, urls: undefined, url: 'base64,' }).request,
      unseen,
      this.#context.execution.limits,
    )
  }

  /** Beside the URL of its result, or of those of its items, the record has the result itself. */
  async #withBlob(record: JobRecord): Promise<JobRecord> {
    const read = async <T extends { job: string; width?: number }>(each: T): Promise<T> => {
      const blob = await resultOf(each.job, this.#context, each.width)
      return blob ? { ...each, blob } : each
    }
    const { results } = record
    return read(results ? { ...record, results: await Promise.all(results.map(read)) } : record)
  }

  /**
   * A job that is not stored rejects as soon as it is cancelled: its worker may be between two checkpoints for seconds. The
   * end of any other is stored first, or a later page would resume it.
   */
  async #complete(job: Job): Promise<JobRecord> {
    const { ended, persistence, signal } = job
    await (persistence === 'memory' ? Promise.race([ended, abortOf(signal)]) : ended)
    if (job.error) throw job.error
    if (!hasEnded(job.state)) throw job.failure(job.signal.reason)
    return recordOf(job.state, this.#context)
  }
}

/** Anything else is left to be refused. */
const idOf = (job: JobReference): string =>
  typeof job === 'object' && job !== null ? job.job : job
