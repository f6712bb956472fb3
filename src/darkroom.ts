import type { ProcessingRequest } from './contract/request/schema.ts'
import type { ModelCheck } from './contract/worker/api.ts'
import type { ResultFile } from './http/backend.ts'
import type { Environment } from './jobs/environment.ts'
import type { RunOptions } from './jobs/events.ts'
import { Emitter } from './jobs/events.ts'
import type { JobRecord, JobSummary } from './jobs/record.ts'
import { snapshotInputs } from './jobs/snapshot-inputs.ts'
import type {
  DarkroomInfo,
  DarkroomOptions,
  PlanWithRequirements,
  PreloadOptions,
} from './options.ts'
import type { Account } from './remote/local-account.ts'
import type { DarkroomService } from './service.ts'

/**
 * An image processing service inside the page. Errors are `DarkroomError`s.
 * @param environment what it takes from outside; what is left out is the browser's own.
 */
export function createDarkroom(
  options: DarkroomOptions = {},
  environment: Partial<Environment> = {},
): Darkroom {
  return new Darkroom(options, environment)
}

/** What a page holds. The service behind it is a script of its own, which loads meanwhile. */
export class Darkroom extends Emitter {
  readonly #options: DarkroomOptions
  readonly #environment: Partial<Environment>
  #service: Promise<DarkroomService> | undefined
  /** Requests reach the service in the order in which they came. */
  #arrivals: Promise<unknown> = Promise.resolve()

  constructor(options: DarkroomOptions, environment: Partial<Environment>) {
    super()
    this.#options = options
    this.#environment = environment
    this.#load().catch(() => undefined)
  }

  /** Resolves with the complete record, however long it takes. Aborting the signal ends the job. */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#hand(request, (service, own) => service.run(own, options))
  }

  /** POST process_result: the complete record, or after 25 seconds one that says `in_progress`. */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#hand(request, (service, own) => service.processResult(own, options))
  }

  /** POST process: answers as soon as the job is accepted and kept; the job goes on. */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#hand(request, (service, own) => service.process(own, options))
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

  /** What would be done for a request, as data, and what that may take. Reads the headers of its images. */
  async plan(request: ProcessingRequest, options: RunOptions = {}): Promise<PlanWithRequirements> {
    return this.#hand(request, (service, own) => service.plan(own, options))
  }

  /**
   * Fetches the models that a request needs and makes their sessions. A request without `url` is
   * judged as if its source were of 1000 x 1000 pixels.
   */
  async preload(request: ProcessingRequest, options: PreloadOptions = {}): Promise<void> {
    return this.#hand(request, (service, own) => service.preload(own, options))
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
        throw error
      })
    return this.#service
  }

  /** The images are taken over at once: what the caller does to theirs while others wait does no harm. */
  async #hand<T>(
    request: ProcessingRequest,
    task: (service: DarkroomService, own: ProcessingRequest) => Promise<T>,
  ): Promise<T> {
    const fetcher = this.#environment.fetch ?? this.#options.fetch ?? fetch
    const kept = snapshotInputs(request, (...args) => fetcher(...args)).catch(() => request)
    const before = this.#arrivals
    const arrived = (async () => {
      await before
      return { service: await this.#load(), own: await kept }
    })()
    this.#arrivals = arrived.catch(() => undefined)
    const { service, own } = await arrived
    return task(service, own)
  }
}
