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

/** An image processing service inside the page. Errors are `DarkroomError`s. */
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

  /** Resolves with the complete record, however long it takes. Aborting the signal ends the job. */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.run(snapshot, options))
  }

  /** POST process_result: the complete record, or after 25 seconds one that says `in_progress`. */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.processResult(snapshot, options))
  }

  /** POST process: answers as soon as the job is accepted and kept; the job goes on. */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#submit(request, (service, snapshot) => service.process(snapshot, options))
  }

  /** GET result: the record as it stands, of jobs of earlier pages and other tabs too. Rejects where the job failed, with its code. */
  async result(job: string): Promise<JobRecord> {
    return (await this.#load()).result(job)
  }

  /** Resolves when a job is complete, whichever tab works on it. Aborting this signal ends the waiting, not the job. */
  async wait(job: string, options: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    return (await this.#load()).wait(job, options)
  }

  /** What is known of every request, the newest first: those of earlier pages and other tabs too. */
  async jobs(): Promise<JobSummary[]> {
    return (await this.#load()).jobs()
  }

  /** The bytes of a result and its name. */
  async file(job: string): Promise<ResultFile> {
    return (await this.#load()).file(job)
  }

  /** DELETE result: cancels what runs and forgets everything of the job. */
  async deleteResult(job: string): Promise<{ job: string; message: string }> {
    return (await this.#load()).deleteResult(job)
  }

  /**
   * Goes on with jobs that earlier pages left behind; that happens by itself when a Darkroom is created. To be
   * called again when a storage was granted the permission that a job waits for.
   */
  async resume(): Promise<void> {
    return (await this.#load()).resume()
  }

  /** GET me: the remote service's account where one is configured, else a local one of the same shape. */
  async me(): Promise<Account> {
    return (await this.#load()).me()
  }

  /** The endpoints under /rest_api/ and the files of complete jobs, as a server has them. */
  async fetch(request: Request): Promise<Response> {
    return (await this.#load()).fetch(request)
  }

  /** What computes the networks here, and why. Starts a worker where none runs yet. */
  async info(): Promise<DarkroomInfo> {
    return (await this.#load()).info()
  }

  /**
   * Runs every model on a small known image and compares with its stored answer. Fetches those that are not
   * here yet. A GPU that answers wrongly is not used, with or without this.
   */
  async check(options: PreloadOptions = {}): Promise<ModelCheck[]> {
    return (await this.#load()).check(options)
  }

  /** What would be done for a request, as data. Reads the header of its source. */
  async plan(request: ProcessingRequest, options: RunOptions = {}): Promise<Plan> {
    return this.#submit(request, (service, snapshot) => service.plan(snapshot, options))
  }

  /**
   * Fetches the models that a request needs and makes their sessions. A request without `url` is
   * judged as if its source were of 1000 x 1000 pixels.
   */
  async preload(request: ProcessingRequest, options: PreloadOptions = {}): Promise<void> {
    return this.#submit(request, (service, snapshot) => service.preload(snapshot, options))
  }

  /** Ends all work in this page and revokes all result URLs. What has not ended goes on when the next Darkroom is created. */
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
