import { fieldsOf, ListenerList } from './async/listener-list.ts'
import type { ResultFile } from './http/backend.ts'
import type { JobContext } from './jobs/context.ts'
import type { Environment } from './jobs/environment.ts'
import type { JobOptions, RunOptions } from './jobs/events.ts'
import { Emitter } from './jobs/events.ts'
import type {
  CompletedBatch,
  CompletedJob,
  JobRecord,
  JobReference,
  JobSummary,
} from './jobs/record.ts'
import type { RequiredFiles } from './offline/required-files.ts'
import type {
  DarkroomInfo,
  DarkroomOptions,
  PlanWithRequirements,
  PreloadOptions,
} from './options.ts'
import type { Account } from './remote/account.ts'
import { checkRemote } from './remote/check-remote.ts'
import type { ProcessingRequest } from './request/schema.ts'
import type { DarkroomService } from './service.ts'
import { asDarkroomError } from './shared/errors.ts'
import type { ModelCheck } from './shared/worker/api.ts'
import { snapshotInputs, unlessRefused } from './sources/snapshot-inputs.ts'

/** Resolves with what starts the worker that the application's bundler has found. */
type LoadBundledWorker = () => Promise<Environment['startWorker']>

/**
 * Ends the workers of a Darkroom that nothing refers to any more: a module that is replaced while it is edited leaves its own
 * behind. Results stay, as their URLs may be in use.
 */
const finalization = new FinalizationRegistry<Promise<DarkroomService>>((loading) => {
  loading.then(
    (service) => service.retire(),
    () => undefined,
  )
})

/** Darkrooms stay while somebody listens to their events, until they are disposed of. */
const listenedTo = new Set<Darkroom>()

/** The object that a page holds. The service behind it is loaded on demand. */
export class Darkroom extends Emitter {
  readonly #options: DarkroomOptions
  readonly #environment: Partial<Environment>
  readonly #loadBundledWorker: LoadBundledWorker | undefined
  #service: Promise<DarkroomService> | undefined
  /** Keeps requests in their order while the service loads. */
  #arrivals: Promise<unknown> = Promise.resolve()
  readonly #listeners = new ListenerList((count) => {
    if (count > 0) listenedTo.add(this)
    else listenedTo.delete(this)
  })

  /**
   * @internal
   * @param environment parts that tests replace.
   * @param loadBundledWorker absent where `assetsUrl` has to name the worker's folder.
   */
  constructor(
    options: DarkroomOptions,
    environment: Partial<Environment> = {},
    loadBundledWorker?: LoadBundledWorker,
  ) {
    super()
    if (options.remote) checkRemote(options.remote)
    this.#options = options
    this.#environment = environment
    this.#loadBundledWorker = loadBundledWorker
    this.#load().catch(() => undefined)
  }

  override addEventListener(...listening: Parameters<EventTarget['addEventListener']>): void {
    const [type, callback, options] = listening
    super.addEventListener(...listening)
    const drop = this.#listeners.add(type, callback, options)
    if (fieldsOf(options).once) super.addEventListener(type, drop, options)
  }

  override removeEventListener(...listening: Parameters<EventTarget['removeEventListener']>): void {
    super.removeEventListener(...listening)
    this.#listeners.remove(...listening)
  }

  /**
   * Runs a request and resolves with the complete record, however long it takes. The signal cancels the job. Nothing is
   * stored: the job ends with the page, and its result is in memory until `deleteResult` or `dispose`. With
   * `persist: true` it is kept and resumed as the jobs of `process` are.
   *
   * @example
   * const { blob, result_url, details } = await darkroom.run(
   *   { url: file, enhancements: ['denoise', 'light'], max_length: 2048 },
   *   {
   *     signal: AbortSignal.timeout(60_000),
   *     onProgress: ({ operation, ratio }) => console.log(operation, ratio),
   *   },
   * )
   */
  run(request: RequestWithUrls, options?: RunOptions): Promise<CompletedBatch>
  run(request: ProcessingRequest, options?: RunOptions): Promise<CompletedJob>
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.run(snapshot, options))
  }

  /**
   * `POST process_result`: resolves with the complete record, or after 25 seconds with one that is `in_progress`.
   *
   * @example
   * let record = await darkroom.processResult({ url: file, width: '400%' })
   * if (record.status !== 'complete') record = await darkroom.wait(record.job)
   */
  async processResult(request: ProcessingRequest, options: JobOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.processResult(snapshot, options))
  }

  /**
   * `POST process`: resolves as soon as the job is stored; the job goes on.
   *
   * @example
   * const { job } = await darkroom.process({ url: file, background: { remove: 'auto' } })
   * localStorage.setItem('job', job)
   */
  async process(request: ProcessingRequest, options: JobOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.process(snapshot, options))
  }

  /**
   * `GET result`: the current record of a job, of earlier pages and other tabs too. Rejects with the error of a
   * failed job.
   *
   * @example
   * const { status, result_url } = await darkroom.result(localStorage.getItem('job') ?? '')
   */
  async result(job: JobReference): Promise<JobRecord> {
    return (await this.#load()).result(idOf(job))
  }

  /**
   * Resolves when a job is complete, in this tab or another. The signal aborts the waiting, not the job.
   *
   * @example
   * const accepted = await darkroom.process({ url: file, width: '200%' })
   * const { result_url } = await darkroom.wait(accepted)
   */
  async wait(job: JobReference, options: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    return (await this.#load()).wait(idOf(job), options)
  }

  /**
   * Lists all stored requests, the newest first, of earlier pages and other tabs too.
   *
   * @example
   * for (const { job, status, arrived } of await darkroom.jobs()) console.log(job, status, arrived)
   */
  async jobs(): Promise<JobSummary[]> {
    return (await this.#load()).jobs()
  }

  /**
   * The result's bytes and file name, of a job's id or record.
   *
   * @example
   * const { blob, name } = await darkroom.file(job)
   * const saved = new File([blob], name, { type: blob.type })
   */
  async file(job: JobReference): Promise<ResultFile> {
    return (await this.#load()).file(idOf(job))
  }

  /**
   * `DELETE result`: cancels a job and deletes everything of it.
   *
   * @example
   * await darkroom.deleteResult(job)
   */
  async deleteResult(job: JobReference): Promise<{ job: string; message: string }> {
    return (await this.#load()).deleteResult(idOf(job))
  }

  /**
   * Resumes unfinished jobs of earlier pages. `createDarkroom` does so by itself; call it again when a storage was granted
   * the permission that a job waits for.
   *
   * @example
   * button.onclick = async () => {
   *   if ((await handle.requestPermission({ mode: 'readwrite' })) === 'granted') await darkroom.resume()
   * }
   */
  async resume(): Promise<void> {
    return (await this.#load()).resume()
  }

  /**
   * `GET me`: the account at the remote service if one is configured, else a local one.
   *
   * @example
   * const { credits } = await darkroom.me()
   */
  async me(): Promise<Account> {
    return (await this.#load()).me()
  }

  /**
   * Answers HTTP requests under `/rest_api/` as a server would, including downloads of results. Takes what the page's own
   * `fetch` takes.
   *
   * @example
   * const body = new FormData()
   * body.append('image', file)
   * body.append('parameters', JSON.stringify({ width: '200%' }))
   * const headers = { 'x-api-key': 'any' }
   * const response = await darkroom.fetch('/rest_api/process_result', { method: 'POST', headers, body })
   * const { result_url } = await response.json()
   */
  async fetch(request: Request | URL | string, init?: RequestInit): Promise<Response> {
    return (await this.#load()).fetch(new Request(request, init))
  }

  /**
   * The provider that runs the models, and why it was chosen. Starts a worker if none runs.
   *
   * @example
   * const { provider, adapter, threads, why } = await darkroom.info()
   */
  async info(): Promise<DarkroomInfo> {
    return (await this.#load()).info()
  }

  /**
   * Runs every built-in model on a known input and compares its output with the stored one. Downloads missing models.
   * A GPU whose output is wrong is never used, whether this is called or not.
   *
   * @example
   * const broken = (await darkroom.check()).filter(({ ok }) => !ok)
   */
  async check(options: PreloadOptions = {}): Promise<ModelCheck[]> {
    return (await this.#load()).check(options)
  }

  /**
   * The plan of a request, as data, with the models and the memory that it needs. Reads the headers of its images.
   *
   * @example
   * const { source, steps, models, peak_bytes } = await darkroom.plan({ url: file, width: '300%' })
   * console.log(source, steps.map(({ op }) => op)) // ['upscale', 'resize']
   */
  async plan(request: ProcessingRequest, options: JobOptions = {}): Promise<PlanWithRequirements> {
    return this.#submit(request, (service, snapshot) => service.plan(snapshot, options))
  }

  /**
   * Downloads the models that a request needs and creates their sessions. Without `url`, a source of 1000 x 1000
   * pixels is assumed.
   *
   * @example
   * await darkroom.preload(
   *   { enhancements: ['denoise'], width: '200%' },
   *   { onProgress: ({ model, loaded, total }) => console.log(model, loaded / total) },
   * )
   */
  async preload(request: ProcessingRequest, options: PreloadOptions = {}): Promise<void> {
    return this.#submit(request, (service, snapshot) => service.preload(snapshot, options))
  }

  /**
   * The files that requests load, found by running each of them once, on a small image, in a worker of its own: for what
   * `precache` of `darkroom-web/service-worker` stores, or a service worker of the application.
   *
   * @example
   * const { files, models } = await darkroom.requiredFiles([{ width: '200%', output_format: 'webp' }])
   */
  async requiredFiles(
    requests: readonly ProcessingRequest[],
    options: { signal?: AbortSignal } = {},
  ): Promise<RequiredFiles> {
    return (await this.#load()).requiredFiles(requests, options)
  }

  /**
   * Stops all work in this page and revokes all result URLs. Unfinished jobs resume when the next Darkroom is
   * created.
   *
   * @example
   * darkroom.dispose()
   */
  dispose(): void {
    listenedTo.delete(this)
    this.#load().then(
      (service) => service.dispose(),
      () => undefined,
    )
  }

  /** Disposes of a Darkroom that was declared by `using`. */
  [Symbol.dispose](): void {
    this.dispose()
  }

  /** A failed import is retried on the next call. */
  #load(): Promise<DarkroomService> {
    if (!this.#service) {
      this.#service = Promise.all([import('./service.ts'), this.#bundledWorker()])
        .then(([{ DarkroomService }, startWorker]) => {
          const environment = { ...(startWorker && { startWorker }), ...this.#environment }
          return new DarkroomService(this.#options, environment, Darkroom.#emitterOf(this))
        })
        .catch((error) => {
          this.#service = undefined
          throw asDarkroomError(error, 'NETWORK')
        })
      finalization.register(this, this.#service)
    }
    return this.#service
  }

  /** Apart from other closures, which would keep the Darkroom for as long as its service lives. */
  static #emitterOf(darkroom: Darkroom): JobContext['emit'] {
    const weak = new WeakRef(darkroom)
    return (type, detail) => weak.deref()?.emit(type, detail)
  }

  async #bundledWorker(): Promise<Environment['startWorker'] | undefined> {
    return this.#options.assetsUrl === undefined ? this.#loadBundledWorker?.() : undefined
  }

  /** Calls the service with copies of the images, so that the caller may change or close theirs. */
  async #submit<T>(
    request: ProcessingRequest,
    call: (service: DarkroomService, snapshot: ProcessingRequest) => Promise<T>,
  ): Promise<T> {
    const fetcher = this.#environment.fetch ?? this.#options.fetch ?? fetch
    const { limits } = this.#options
    const copying = snapshotInputs(request, (...args) => fetcher(...args), limits).catch(
      unlessRefused(request),
    )
    copying.catch(() => undefined)
    const previous = this.#arrivals
    const arrival = (async () => {
      await previous
      return { service: await this.#load(), snapshot: await copying }
    })()
    this.#arrivals = arrival.catch(() => undefined)
    const { service, snapshot } = await arrival
    return call(service, service.fromPage(snapshot))
  }
}

type RequestWithUrls = ProcessingRequest & { urls: NonNullable<ProcessingRequest['urls']> }

/** Anything else is left for the service to refuse. */
const idOf = (job: JobReference): string =>
  typeof job === 'object' && job !== null ? job.job : job
