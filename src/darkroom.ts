import { asDarkroomError } from './contract/errors.ts'
import type { Plan } from './contract/plan/plan.ts'
import type { ProcessingRequest } from './contract/request/schema.ts'
import type { ModelCheck } from './contract/worker/api.ts'
import type { ResultFile } from './http/backend.ts'
import type { Environment } from './jobs/environment.ts'
import type { RunOptions } from './jobs/events.ts'
import { Emitter } from './jobs/events.ts'
import type { JobRecord, JobSummary } from './jobs/record.ts'
import type { DarkroomInfo, DarkroomOptions, PreloadOptions } from './options.ts'
import type { Account } from './remote/local-account.ts'
import type { DarkroomService } from './service.ts'
import { snapshotInputs } from './sources/snapshot-inputs.ts'

/**
 * An image processing service inside the page. Errors are `DarkroomError`s.
 *
 * @example
 * const darkroom = createDarkroom()
 * const job = await darkroom.run({ url: file, width: '200%', output_format: 'webp' })
 * image.src = job.result_url
 */
export function createDarkroom(options: DarkroomOptions = {}): Darkroom {
  return createDarkroomIn({}, options)
}

/** As `createDarkroom`, in an environment of which some parts are replaced. For tests: it is not published. */
export let createDarkroomIn: (
  environment: Partial<Environment>,
  options: DarkroomOptions,
) => Darkroom

/** What a page holds. The service behind it is a script of its own, which loads meanwhile. */
export class Darkroom extends Emitter {
  readonly #options: DarkroomOptions
  readonly #environment: Partial<Environment>
  #service: Promise<DarkroomService> | undefined
  /** Requests reach the service in the order in which they came. */
  #arrivals: Promise<unknown> = Promise.resolve()

  static {
    createDarkroomIn = (environment, options) => new Darkroom(environment, options)
  }

  /** Private, so that the published types say nothing of environments. */
  private constructor(environment: Partial<Environment>, options: DarkroomOptions) {
    super()
    this.#options = options
    this.#environment = environment
    this.#load().catch(() => undefined)
  }

  /**
   * Resolves with the complete record, however long it takes. Aborting the signal ends the job.
   *
   * @example
   * const { result_url, details } = await darkroom.run(
   *   { url: file, enhancements: ['denoise', 'light'], max_length: 2048 },
   *   {
   *     signal: AbortSignal.timeout(60_000),
   *     onProgress: ({ operation, ratio }) => console.log(operation, ratio),
   *   },
   * )
   */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.run(snapshot, options))
  }

  /**
   * POST process_result: the complete record, or after 25 seconds one that says `in_progress`. The job goes on.
   *
   * @example
   * let record = await darkroom.processResult({ url: file, width: '400%' })
   * if (record.status !== 'complete') record = await darkroom.wait(record.job)
   */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.processResult(snapshot, options))
  }

  /**
   * POST process: resolves as soon as the job is accepted and stored; the job goes on, also after a reload.
   *
   * @example
   * const { job } = await darkroom.process({ url: file, background: { remove: 'auto' } })
   * localStorage.setItem('job', job)
   */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.process(snapshot, options))
  }

  /**
   * GET result: the record as it stands, of jobs of earlier pages and other tabs too. Rejects with the job's error
   * if it failed.
   *
   * @example
   * const { status, result_url } = await darkroom.result(localStorage.getItem('job') ?? '')
   */
  async result(job: string): Promise<JobRecord> {
    return (await this.#load()).result(job)
  }

  /**
   * Resolves when a job is complete, whichever tab works on it. Aborting this signal ends the waiting, not the job.
   *
   * @example
   * const { job } = await darkroom.process({ url: file, width: '200%' })
   * const { result_url } = await darkroom.wait(job)
   */
  async wait(job: string, options: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    return (await this.#load()).wait(job, options)
  }

  /**
   * All known jobs, newest first: those of earlier pages and other tabs too.
   *
   * @example
   * for (const { job, status, arrived } of await darkroom.jobs()) console.log(job, status, arrived)
   */
  async jobs(): Promise<JobSummary[]> {
    return (await this.#load()).jobs()
  }

  /**
   * The bytes of a result and its name.
   *
   * @example
   * const { blob, name } = await darkroom.file(job)
   * const saved = new File([blob], name, { type: blob.type })
   */
  async file(job: string): Promise<ResultFile> {
    return (await this.#load()).file(job)
  }

  /**
   * DELETE result: cancels the job and deletes everything about it.
   *
   * @example
   * await darkroom.deleteResult(job)
   */
  async deleteResult(job: string): Promise<{ job: string; message: string }> {
    return (await this.#load()).deleteResult(job)
  }

  /**
   * Resumes jobs that earlier pages left behind. That happens by itself when a Darkroom is created; call it once a
   * storage was granted the permission that a job waits for.
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
   * GET me: the remote service's account if one is configured, else a local one of the same shape.
   *
   * @example
   * const { credits } = await darkroom.me()
   */
  async me(): Promise<Account> {
    return (await this.#load()).me()
  }

  /**
   * The endpoints under /rest_api/ and the files of complete jobs, as a server has them.
   *
   * @example
   * const body = new FormData()
   * body.append('image', file)
   * body.append('parameters', JSON.stringify({ width: '200%' }))
   * const url = new URL('/rest_api/process_result', location.href)
   * const headers = { 'x-api-key': 'any' }
   * const response = await darkroom.fetch(new Request(url, { method: 'POST', headers, body }))
   * const { result_url } = await response.json()
   */
  async fetch(request: Request): Promise<Response> {
    return (await this.#load()).fetch(request)
  }

  /**
   * Which provider runs the models here, and why. Starts a worker if none runs yet.
   *
   * @example
   * const { provider, adapter, threads, why } = await darkroom.info()
   */
  async info(): Promise<DarkroomInfo> {
    return (await this.#load()).info()
  }

  /**
   * Runs each model on a small known input and compares its output with the stored one. Fetches models that are not
   * cached yet. A GPU that answers wrongly is not used, with or without this.
   *
   * @example
   * const broken = (await darkroom.check()).filter(({ ok }) => !ok)
   */
  async check(options: PreloadOptions = {}): Promise<ModelCheck[]> {
    return (await this.#load()).check(options)
  }

  /**
   * What would be done for a request, as data. Reads the header of its source.
   *
   * @example
   * const { source, steps } = await darkroom.plan({ url: file, width: '300%', fit: 'bounds' })
   * console.log(source, steps.map(({ op }) => op)) // ['upscale', 'resize']
   */
  async plan(request: ProcessingRequest, options: RunOptions = {}): Promise<Plan> {
    return this.#submit(request, (service, snapshot) => service.plan(snapshot, options))
  }

  /**
   * Downloads the models that a request needs and creates their sessions. A request without `url` is planned as if
   * its source had 1000 x 1000 pixels.
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
   * Ends all work in this page and revokes all result URLs. Unfinished jobs go on with the next Darkroom.
   *
   * @example
   * darkroom.dispose()
   */
  dispose(): void {
    this.#load().then(
      (service) => service.dispose(),
      () => undefined,
    )
  }

  /** A script that could not be loaded is asked for again the next time. */
  #load(): Promise<DarkroomService> {
    this.#service ??= import('./service.ts')
      .then(({ DarkroomService }) => {
        const emit: Emitter['emit'] = (type, detail) => this.emit(type, detail)
        return new DarkroomService(this.#options, this.#environment, emit)
      })
      .catch((error) => {
        this.#service = undefined
        throw asDarkroomError(error, 'NETWORK')
      })
    return this.#service
  }

  /** Calls the service with copies of the images: what the caller does to theirs meanwhile does no harm. */
  async #submit<T>(
    request: ProcessingRequest,
    call: (service: DarkroomService, snapshot: ProcessingRequest) => Promise<T>,
  ): Promise<T> {
    const fetcher = this.#environment.fetch ?? this.#options.fetch ?? fetch
    const copying = snapshotInputs(request, (...args) => fetcher(...args)).catch(() => request)
    const previous = this.#arrivals
    const arrival = (async () => {
      await previous
      return { service: await this.#load(), snapshot: await copying }
    })()
    this.#arrivals = arrival.catch(() => undefined)
    const { service, snapshot } = await arrival
    return call(service, snapshot)
  }
}
