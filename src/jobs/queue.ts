import { aborted, asDarkroomError, DarkroomError, deleted } from '../contract/errors.ts'
import { requireRemote } from '../contract/plan/require-remote.ts'
import { normalize } from '../contract/request/normalize.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'
import { checkTarget } from '../storages/required-storages.ts'
import type { JobContext } from './context.ts'
import { createJob } from './create-job.ts'
import type { RunOptions } from './events.ts'
import type { Job } from './job.ts'
import { isJob } from './job-state.ts'
import type { PixelPersistence } from './pixel-persistence.ts'
import { findJob } from './record-view.ts'
import { removeOrphan, resumeJob } from './resume.ts'
import { lockOf, runJob } from './run-job.ts'

const DEFAULT_LIMIT = 100

/** Takes requests and sees each through, those that other pages left behind too. */
export class Queue {
  readonly #context: JobContext
  readonly #limit: number
  readonly #pixels: PixelPersistence
  readonly #adopting = new Set<string>()
  #lastOrder = 0

  constructor(context: JobContext, pixels: PixelPersistence, limit = DEFAULT_LIMIT) {
    this.#context = context
    this.#pixels = pixels
    this.#limit = limit
    const stop = context.environment.store.watch(({ job, kind }) => {
      if (kind === 'added') this.#adopt(job)
      if (kind === 'removed') this.#forget(job)
    })
    context.closed.addEventListener('abort', () => this.#close(stop), { once: true })
  }

  /**
   * Resolves when the job is accepted, which is before it is looked into.
   * @throws DarkroomError what the request alone tells; TOO_MANY_REQUESTS; ABORTED.
   */
  async submit(input: ProcessingRequest, { signal, onProgress }: RunOptions): Promise<Job> {
    const { closed, jobs, execution } = this.#context
    if (closed.aborted) throw new DarkroomError('ABORTED', 'This Darkroom was disposed of')
    this.#checkLimit()
    const checked = normalize(input)
    requireRemote(checked.request, execution.remote !== undefined)
    checkTarget(checked.request, execution.storages)
    if (signal?.aborted) throw aborted()
    const job = createJob(checked, this.#nextOrder())
    for (const each of job.family) {
      each.onProgress = onProgress
      jobs.set(each.id, each)
    }
    signal?.addEventListener('abort', () => job.cancel(aborted()), { once: true })
    await this.#start(job)
    return job
  }

  /** Goes on with what pages that are gone left behind, in its order of arrival, and with what has waited for a storage or a permission. */
  async resume(): Promise<void> {
    const { environment } = this.#context
    const all = await environment.store.list()
    const jobs = all.filter(isJob)
    this.#lastOrder = jobs.reduce((last, { order }) => Math.max(last, order), this.#lastOrder)
    const open = jobs.filter(({ parent, settled }) => !parent && !settled)
    for (const { id } of open.sort((a, b) => a.order - b.order)) this.#adopt(id)
    const known = new Set(jobs.map(({ id }) => id))
    await this.#sweep((await environment.store.fileOwners()).filter((id) => !known.has(id)))
  }

  /** Resolves when a job has ended, whichever page works on it. */
  async ended(id: string): Promise<void> {
    const { jobs, environment } = this.#context
    for (;;) {
      const own = jobs.get(id)
      if (own) return own.ended
      const { changed, stop } = nextChange(id, environment.store)
      try {
        const state = await findJob(id, this.#context)
        if (state.error || state.status === 'complete') return
        await changed
      } finally {
        stop()
      }
    }
  }

  /** Ends a job and forgets it, with its items. */
  async remove(id: string): Promise<void> {
    const { items = [] } = await findJob(id, this.#context)
    const onlyHere = this.#context.jobs.get(id)?.kept === false
    for (const each of [id, ...items]) this.#forget(each)
    await this.#context.retention.tombstone([id, ...items]).catch((error) => {
      if (!onlyHere) throw asDarkroomError(error, 'STORAGE')
    })
  }

  #checkLimit(): void {
    const isOpen = ({ state, error }: Job) => !state.parent && !error && state.status !== 'complete'
    if ([...this.#context.jobs.values()].filter(isOpen).length < this.#limit) return
    throw new DarkroomError('TOO_MANY_REQUESTS', `Expected at most ${this.#limit} open jobs`)
  }

  /** By the clock, so that it goes on after a reload; but a clock that is set back changes no order. */
  #nextOrder(): number {
    this.#lastOrder = Math.max(this.#context.environment.clock.now(), this.#lastOrder + 1)
    return this.#lastOrder
  }

  /** Resolves once the job is kept. Its lock is held from before that, so that no other page takes it over. */
  #start(job: Job): Promise<void> {
    const { environment, retention, closed } = this.#context
    return new Promise((accepted) => {
      let begun = false
      const begin = async (keep: () => Promise<void>) => {
        begun = true
        await keep()
        accepted()
        await runJob(job, this.#context)
      }
      const locked = environment.locks.hold(lockOf(job.id, this.#context), closed, () =>
        begin(async () => {
          await retention.add(job)
          void this.#pixels.persist(job)
        }),
      )
      // A page that gets no lock works all the same, but keeps nothing that another could take over.
      locked.catch(() => (begun ? undefined : begin(async () => undefined)))
    })
  }

  /** Waits until no page holds the job, and goes on with what is left to do. */
  #adopt(id: string): void {
    const { environment, jobs, closed } = this.#context
    if (closed.aborted || jobs.has(id) || this.#adopting.has(id)) return
    this.#adopting.add(id)
    environment.locks
      .hold(lockOf(id, this.#context), closed, () => resumeJob(id, this.#context))
      .catch((error) => {
        if (!closed.aborted) console.warn('Darkroom: a job could not be resumed', error)
      })
      .finally(() => this.#adopting.delete(id))
  }

  #forget(id: string): void {
    const { jobs, urls } = this.#context
    jobs.get(id)?.cancel(deleted(id))
    jobs.delete(id)
    urls.revoke(id)
  }

  /** Files of jobs whose records a crash left behind, or forgot first. */
  async #sweep(orphans: string[]): Promise<void> {
    const { environment, closed } = this.#context
    for (const id of orphans) {
      await environment.locks.hold(lockOf(id, this.#context), closed, () =>
        removeOrphan(id, this.#context),
      )
    }
  }

  #close(stopWatching: () => void): void {
    stopWatching()
    const { jobs, urls } = this.#context
    for (const job of jobs.values()) job.cancel(aborted())
    jobs.clear()
    urls.revokeAll()
  }
}

function nextChange(id: string, store: JobContext['environment']['store']) {
  let stop!: () => void
  const changed = new Promise<void>((resolve) => {
    stop = store.watch(({ job }) => job === id && resolve())
  })
  return { changed, stop }
}
