import * as Comlink from 'comlink'
import { version } from '../package.json'
import type { ModelCheck } from '../workers/neural/check.ts'
import { type Account, localAccount } from './account.ts'
import { Pool } from './engine/pool.ts'
import { browserEnvironment, DEFAULT_DATABASE, type Environment } from './environment.ts'
import { aborted, DarkroomError } from './errors.ts'
import type { Handler } from './http/handler.ts'
import type { ResultFile } from './http/service.ts'
import { Archive } from './jobs/archive.ts'
import { move } from './jobs/develop.ts'
import { errorOf, type Job } from './jobs/job.ts'
import { Links } from './jobs/links.ts'
import { PixelKeeper } from './jobs/pixel-keeper.ts'
import { Queue } from './jobs/queue.ts'
import type { JobRecord, JobSummary } from './jobs/record.ts'
import { find, recordOf, resultOf, summaries } from './jobs/records.ts'
import type { Site } from './jobs/site.ts'
import { hasEnded } from './jobs/stored.ts'
import { Turns } from './jobs/turns.ts'
import { prepare } from './jobs/work.ts'
import type { DarkroomInfo, DarkroomOptions, PreloadOptions, RunOptions } from './options.ts'
import { defaultLimits } from './plan/limits.ts'
import { modelsOf } from './plan/models.ts'
import { type Plan, plan } from './plan/plan.ts'
import { remoteAccount } from './remote/account.ts'
import { isNamed, type RemoteOptions } from './remote/remote.ts'
import { canonical } from './request/canonical.ts'
import type { ProcessingRequest } from './request/schema.ts'

/** How long `processResult` waits before it answers that the job goes on. */
const PROCESS_RESULT_MS = 25_000
/** Jobs beyond the workers whose sources may be on their way, so that no worker waits for a download. */
const AHEAD = 4

/** Requests that go to the remote service at once. */
const UPLOADS = 4

/** A service that is named later is there from then on, as storages are. */
function remotePlace(remote: RemoteOptions | undefined, { fetch, clock }: Environment) {
  if (!remote) return {}
  const place = { line: { remote, fetch, clock }, uploads: new Turns(UPLOADS) }
  return {
    get remote() {
      return isNamed(remote) ? place : undefined
    },
  }
}

/** What a Darkroom does, in a script of its own that is loaded beside the page. */
export class LocalService {
  readonly #options: DarkroomOptions
  readonly #workers: number
  readonly #closing = new AbortController()
  readonly #site: Site
  readonly #queue: Queue
  #handler: Promise<Handler> | undefined

  constructor(options: DarkroomOptions, given: Partial<Environment>, emit: Site['emit']) {
    const environment = { ...browserEnvironment(options), ...given }
    this.#options = options
    this.#workers = Math.max(1, Math.floor(options.workers ?? 1))
    const { provider = 'auto', postscript, models } = options
    const settings = { provider, ...(postscript && { postscript }), ...(models && { models }) }
    const pool = new Pool(this.#workers, settings, environment.startWorker)
    const archive = new Archive(environment, options.quota?.bytes)
    this.#site = {
      database: options.database ?? DEFAULT_DATABASE,
      environment,
      workplace: Object.assign(remotePlace(options.remote, environment), {
        pool,
        limits: { ...defaultLimits, ...options.limits },
        fetch: environment.fetch,
        storages: options.storages ?? {},
      }),
      archive,
      links: new Links(),
      turns: new Turns(this.#workers + AHEAD),
      jobs: new Map(),
      webhooks: Object.values(options.account?.webhooks ?? {}),
      closed: this.#closing.signal,
      emit,
    }
    this.#queue = new Queue(this.#site, new PixelKeeper(environment, archive), options.queue?.limit)
    void this.resume().catch((error) => console.warn('Darkroom: no jobs could be resumed', error))
  }

  /** Resolves with the complete record, however long it takes. Aborting the signal ends the job. */
  async run(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    return this.#complete(await this.#queue.submit(request, options))
  }

  /** POST process_result: the complete record, or after 25 seconds one that says `in_progress`. */
  async processResult(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const answered = new AbortController()
    const { clock } = this.#site.environment
    const patience = clock.sleep(PROCESS_RESULT_MS, answered.signal).then(() => 'pending' as const)
    patience.catch(() => undefined)
    try {
      const job = await this.#queue.submit(request, options)
      const first = await Promise.race([this.#complete(job), patience])
      if (first !== 'pending') return first
      // Also where it still waits: a client that was told so polls only while it says exactly that.
      if (!hasEnded(job.state)) move(job, 'in_progress', this.#site)
      return await recordOf(job.state, this.#site)
    } finally {
      answered.abort()
    }
  }

  /** POST process: answers as soon as the job is accepted and kept; the job goes on. */
  async process(request: ProcessingRequest, options: RunOptions = {}): Promise<JobRecord> {
    const { state } = await this.#queue.submit(request, options)
    return { ...(await recordOf(state, this.#site)), status: 'received' }
  }

  /** GET result: the record as it stands, of jobs of earlier pages and other tabs too. Rejects where the job failed, with its code. */
  async result(job: string): Promise<JobRecord> {
    const state = await find(job, this.#site)
    const error = errorOf(state)
    if (error) throw error
    return recordOf(state, this.#site)
  }

  /** What is known of every request, the newest first: those of earlier pages and other tabs too. */
  async jobs(): Promise<JobSummary[]> {
    return summaries(this.#site)
  }

  /** The bytes of a result and its name. */
  async file(job: string): Promise<ResultFile> {
    const { status, file } = await find(job, this.#site)
    const blob = status === 'complete' && file && (await resultOf(job, this.#site))
    if (blob) return { blob, name: file.name }
    throw new DarkroomError('NOT_FOUND', 'The job has no result', { job })
  }

  /** Resolves when a job is complete, whichever tab works on it. Aborting this signal ends the waiting, not the job. */
  async wait(job: string, { signal }: { signal?: AbortSignal } = {}): Promise<JobRecord> {
    const own = this.#site.jobs.get(job)
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
    return isNamed(remote)
      ? remoteAccount(remote, this.#site.environment.fetch)
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
    const info = await this.#site.workplace.pool.run(new AbortController().signal, ({ engine }) =>
      engine.info(),
    )
    return { version, workers: this.#workers, ...info }
  }

  /** Asks every model for the answer that is known of it. Fetches those that are not here yet. */
  check({ signal, onProgress }: PreloadOptions = {}): Promise<ModelCheck[]> {
    return this.#site.workplace.pool.run(signal ?? new AbortController().signal, ({ engine }) =>
      engine.check(Comlink.proxy((download) => onProgress?.(download))),
    )
  }

  /** What would be done for a request, as data. Reads the header of its source. */
  async plan(
    request: ProcessingRequest,
    { signal = new AbortController().signal }: RunOptions = {},
  ): Promise<Plan> {
    return (await prepare(canonical(request).request, this.#site.workplace, signal)).plan
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
    await this.#site.workplace.pool.run(anySignal, ({ engine }) =>
      engine.preload(
        names,
        Comlink.proxy((download) => onProgress?.(download)),
      ),
    )
  }

  /** Ends all work in this page and revokes all result URLs. What has not ended goes on when the next Darkroom is created. */
  dispose(): void {
    this.#closing.abort()
    this.#site.workplace.pool.dispose()
  }

  #planUnseen(request: ProcessingRequest): Plan {
    const unseen = { width: 1000, height: 1000, format: 'pixels' } as const
    return plan(
      canonical({ ...request, urls: undefined, url: 'base64,' }).request,
      unseen,
      this.#site.workplace.limits,
    )
  }

  async #complete(job: Job): Promise<JobRecord> {
    await job.ended
    if (job.error) throw job.error
    return recordOf(job.state, this.#site)
  }
}
