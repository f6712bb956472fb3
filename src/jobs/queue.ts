import { requireRemote } from '../plan/require-remote.ts'
import { checkRemote } from '../remote/check-remote.ts'
import { isGenerative } from '../request/generative.ts'
import { type Normalized, normalize } from '../request/normalize.ts'
import type { ProcessingRequest } from '../request/schema.ts'
import { aborted, asDarkroomError, DarkroomError, deleted } from '../shared/errors.ts'
import { checkTarget } from '../storages/required-storages.ts'
import { checkJobOptions } from './check-options.ts'
import type { JobContext } from './context.ts'
import { needsCare } from './crashes.ts'
import { createJob, resumeJob } from './create-job.ts'
import type { RunOptions } from './events.ts'
import type { Job } from './job.ts'
import { isJob, type JobState } from './job-state.ts'
import { PixelEncoder } from './pixel-encoder.ts'
import { findJob } from './record-view.ts'
import type { JobRepository } from './repository.ts'
import { lockOf, runJob } from './run-job.ts'

const DEFAULT_LIMIT = 100
/** All stored jobs are read rather than more than these. */
const MANY = 100

/** Accepts requests and runs their jobs, including those that earlier pages left unfinished. */
export class Queue {
  readonly #context: JobContext
  readonly #limit: number
  readonly #pixels: PixelEncoder
  readonly #adopting = new Set<string>()
  /** Jobs that other tabs told of, and that are to be looked up. */
  readonly #told = new Set<string>()
  #lookingUp = false
  /** Aborted when jobs of other pages are no longer taken up. */
  readonly #draining = new AbortController()
  readonly #stopWatching: () => void
  #lastOrder = 0

  constructor(context: JobContext, limit = DEFAULT_LIMIT) {
    this.#context = context
    this.#pixels = new PixelEncoder(context)
    this.#limit = limit
    this.#stopWatching = context.repository.watch(({ job, kind }) => {
      if (kind === 'added') void this.#lookUp(job)
      if (kind === 'removed') this.#forget(job)
    })
    context.closed.addEventListener('abort', () => this.#close(), { once: true })
    // Jobs that could not load something may go on now.
    const online = () => void this.resume().catch(() => undefined)
    globalThis.addEventListener?.('online', online, { signal: this.#draining.signal })
  }

  /**
   * Validates a request and starts its job. Resolves when the job is stored, before its source is opened. With
   * `persist: false` nothing is stored: the job lives and ends with this page.
   * @param adapt changes the valid request.
   * @throws DarkroomError BAD_REQUEST and others that the request or its options cause; TOO_MANY_REQUESTS; ABORTED.
   */
  async submit(
    input: ProcessingRequest,
    options: RunOptions,
    adapt = (valid: Normalized) => valid,
  ): Promise<Job> {
    const { closed, jobs, execution } = this.#context
    if (closed.aborted) throw new DarkroomError('ABORTED', 'This Darkroom was disposed of')
    checkJobOptions(options)
    const { signal, onProgress, onPreview, persist = true, priority } = options
    this.#checkLimit()
    const checked = adapt(normalize(input))
    const { remote } = execution
    requireRemote(checked.request, remote !== undefined)
    if (remote && isGenerative(checked.request)) checkRemote(remote.connection.remote)
    checkTarget(checked.request, execution.storages)
    if (signal?.aborted) throw aborted(signal.reason)
    const job = createJob(checked, this.#nextOrder(), priority)
    if (!persist) job.stayInMemory()
    for (const each of job.family) {
      each.onProgress = onProgress
      each.onPreview = onPreview
      jobs.set(each.id, each)
    }
    if (signal) cancelBy(signal, job)
    if (persist) await this.#startStored(job)
    else void runJob(job, this.#context)
    return job
  }

  /** Resolves when the decoded pixels of a job are stored too: before that they would be lost with the page. */
  stored(job: Job): Promise<void> {
    return this.#pixels.stored(job)
  }

  /** Resumes unfinished jobs of earlier pages in their order of arrival, and jobs that waited for a storage, a permission or the network. */
  async resume(): Promise<void> {
    const { repository } = this.#context
    const jobs = await repository.jobs()
    this.#lastOrder = jobs.reduce((last, { order }) => Math.max(last, order), this.#lastOrder)
    const open = jobs.filter(({ parent, settled }) => !parent && !settled)
    for (const { id } of open.sort(byTurn)) this.#adopt(id)
    await this.#sweep(await repository.orphans(jobs))
  }

  /** Resolves when a job has ended, in this page or another. */
  async ended(id: string): Promise<void> {
    const { jobs, repository } = this.#context
    for (;;) {
      const own = jobs.get(id)
      if (own) return own.ended
      const { changed, stop } = nextChange(id, repository)
      try {
        const state = await findJob(id, this.#context)
        if (state.error || state.status === 'complete') return
        await changed
      } finally {
        stop()
      }
    }
  }

  /** Takes up no further jobs of other pages. Resolves when those that are open now have ended. */
  async drain(): Promise<void> {
    this.#draining.abort()
    await Promise.all([...this.#context.jobs.values()].map(({ ended }) => ended))
    this.#stopWatching()
  }

  /** Cancels a job with its items and deletes them. */
  async remove(id: string): Promise<void> {
    const { items = [] } = await findJob(id, this.#context)
    const own = this.#context.jobs.get(id)
    for (const each of [id, ...items]) this.#forget(each)
    if (own?.persistence === 'memory') {
      this.#context.deleted.add(id)
      return
    }
    await this.#context.repository.remove([id, ...items]).catch((error) => {
      throw asDarkroomError(error, 'STORAGE')
    })
  }

  #checkLimit(): void {
    // A job that was cancelled may take seconds to end, but asks for nothing more.
    const isOpen = ({ state, error, signal }: Job) =>
      !state.parent && !error && !signal.aborted && state.status !== 'complete'
    if ([...this.#context.jobs.values()].filter(isOpen).length < this.#limit) return
    throw new DarkroomError('TOO_MANY_REQUESTS', `Expected at most ${this.#limit} open jobs`)
  }

  /** The current time, so that the order continues after a reload; increasing even if the clock is set back. */
  #nextOrder(): number {
    this.#lastOrder = Math.max(this.#context.environment.clock.now(), this.#lastOrder + 1)
    return this.#lastOrder
  }

  /** Resolves once the job is stored. Its lock is acquired before that, so that no other page resumes it. */
  #startStored(job: Job): Promise<void> {
    const { environment, repository, closed } = this.#context
    return new Promise((accepted) => {
      let begun = false
      const begin = async (store: () => Promise<void>) => {
        begun = true
        await store()
        accepted()
        await runJob(job, this.#context)
      }
      const locked = environment.locks.hold(lockOf(job.id, this.#context), closed, () =>
        begin(async () => {
          await repository.add(job)
          this.#pixels.encode(job)
        }),
      )
      // Without a lock the job runs all the same, but is not stored: another page could resume it.
      locked.catch(() => (begun ? undefined : begin(async () => job.stayInMemory())))
    })
  }

  /** Adopts what another tab tells of, if it is a job. Of a flood the database tells at once which are. */
  async #lookUp(id: string): Promise<void> {
    const { jobs, repository } = this.#context
    if (jobs.has(id)) return
    this.#told.add(id)
    if (this.#lookingUp) return
    this.#lookingUp = true
    while (this.#told.size > 0) {
      const ids = [...this.#told]
      this.#told.clear()
      const read = ids.length > MANY ? repository.jobs() : repository.get(ids)
      for (const entry of await read.catch(() => [])) {
        if (isJob(entry) && !entry.parent && !entry.settled) this.#adopt(entry.id)
      }
    }
    this.#lookingUp = false
  }

  /** Waits until no page holds the job's lock, then resumes it. */
  #adopt(id: string): void {
    const { environment, jobs } = this.#context
    const { signal } = this.#draining
    if (signal.aborted || jobs.has(id) || this.#adopting.has(id)) return
    this.#adopting.add(id)
    environment.locks
      .hold(lockOf(id, this.#context), signal, () => resumeJob(id, this.#context))
      .catch((error) => {
        if (!signal.aborted) console.warn('Darkroom: a job could not be resumed', error)
      })
      .finally(() => this.#adopting.delete(id))
  }

  #forget(id: string): void {
    const { jobs, urls } = this.#context
    jobs.get(id)?.cancel(deleted(id))
    jobs.delete(id)
    urls.revoke(id)
  }

  /** Deletes files of jobs without a record, which a crash may leave behind. */
  async #sweep(orphans: string[]): Promise<void> {
    const { environment, repository, closed } = this.#context
    for (const id of orphans) {
      const lock = lockOf(id, this.#context)
      await environment.locks.hold(lock, closed, () => repository.removeOrphan(id))
    }
  }

  #close(): void {
    this.#draining.abort()
    this.#stopWatching()
    const { jobs, urls } = this.#context
    for (const job of jobs.values()) job.cancel(aborted())
    jobs.clear()
    urls.revokeAll()
  }
}

/** In order of arrival; what may end the page comes last. */
const byTurn = (a: JobState, b: JobState) =>
  Number(needsCare(a)) - Number(needsCare(b)) || a.order - b.order

/** Until the job ends: a signal that lives longer keeps nothing of it. */
function cancelBy(signal: AbortSignal, job: Job): void {
  const cancel = () => job.cancel(aborted(signal.reason))
  signal.addEventListener('abort', cancel, { once: true })
  void job.ended.then(() => signal.removeEventListener('abort', cancel))
}

function nextChange(id: string, repository: JobRepository) {
  let stop!: () => void
  const changed = new Promise<void>((resolve) => {
    stop = repository.watch(({ job }) => job === id && resolve())
  })
  return { changed, stop }
}
