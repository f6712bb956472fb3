import { isDecoded, mapImages } from '../request/map-images.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { deleted } from '../shared/errors.ts'
import type { FinishedSteps } from '../shared/worker/api.ts'
import type { Environment } from './environment.ts'
import {
  beyondQuota,
  type EvictionCandidate,
  evictionCandidates,
  outdatedTombstones,
  stepsBeyondQuota,
} from './eviction.ts'
import type { Job } from './job.ts'
import { isJob, type JobState } from './job-state.ts'
import { fileKinds } from './job-store.ts'
import { StateWriter } from './state-writer.ts'

const DEFAULT_SHARE = 0.2
const DEFAULT_MOST = 2 * 1024 ** 3
/** The quota where the browser does not report one. */
const DEFAULT_UNKNOWN = 256 * 1024 ** 2

/** Stored in place of decoded pixels, which are lost with their page. It equals no real `blob:` URL. */
const GONE = 'blob:held-by-a-page-that-is-gone'

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

type KeptSteps = NonNullable<JobState['steps']> & { entries: FinishedSteps }

/** Stores jobs and their files, and evicts old ones to stay within the quota. A failing store never fails a job. */
export class Retention {
  readonly #environment: Environment
  readonly #quota: number | undefined
  readonly #states = new StateWriter((job, state) => this.#save(job, state))

  constructor(environment: Environment, quota: number | undefined) {
    this.#environment = environment
    this.#quota = quota
  }

  /** Stores a new job with its items and its request, without decoded pixels. */
  async add(job: Job): Promise<void> {
    const states = job.family.map(({ state }) => state)
    const { store } = this.#environment
    try {
      await this.keepRequest(job, job.request)
      await this.#write(0, () => store.add(states))
      for (const each of job.family) each.markKept()
    } catch (error) {
      warnNotKept(job, 'The job does not outlive this page', error)
      await store.removeFile(job.id, 'request').catch(() => undefined)
    }
  }

  async keepRequest({ id }: Job, request: NormalizedRequest): Promise<void> {
    const { store } = this.#environment
    const storable = store.takesPixels
      ? request
      : mapImages(request, (leaf) => (isDecoded(leaf) ? GONE : leaf))
    await this.#write(0, () => store.putFile(id, 'request', storable))
  }

  /** Stores the source of a job that is given up. */
  async keepSource({ id }: Job, file: Blob): Promise<void> {
    await this.#write(file.size, () => this.#environment.store.putFile(id, 'source', file))
  }

  async source(job: string): Promise<Blob | undefined> {
    return (await this.#environment.store.getFile(job, 'source')) as Blob | undefined
  }

  /** The stored request, or undefined if it is lost. */
  async request(job: string): Promise<NormalizedRequest | undefined> {
    return (await this.#environment.store.getFile(job, 'request')) as NormalizedRequest | undefined
  }

  async forgetRequest(job: Job): Promise<void> {
    await this.#environment.store.removeFile(job.id, 'request').catch(() => undefined)
  }

  /** Stores a result of the job's steps in place of the one before it. It is worth no other job's result. */
  async keepSteps(job: Job, { entries, ...steps }: KeptSteps): Promise<void> {
    if (!job.kept || this.#environment.store.takesPixels) return
    try {
      await this.#environment.store.putFile(job.id, 'steps', entries)
      job.setSteps(steps)
      await this.save(job)
    } catch {
      await this.forgetSteps(job).catch(() => undefined)
    }
  }

  async steps(job: string): Promise<FinishedSteps | undefined> {
    return (await this.#environment.store.getFile(job, 'steps')) as FinishedSteps | undefined
  }

  async forgetSteps(job: Job): Promise<void> {
    job.setSteps(undefined)
    await this.#environment.store.removeFile(job.id, 'steps')
  }

  async result(job: string): Promise<Blob | undefined> {
    return (await this.#environment.store.getFile(job, 'result')) as Blob | undefined
  }

  /** Stores a result, of which the next saved state tells; if that fails, the job keeps it in memory. */
  async keepResult(job: Job, blob: Blob): Promise<void> {
    if (!job.kept) return job.keepHere(blob)
    try {
      await this.#write(blob.size, () => this.#environment.store.putFile(job.id, 'result', blob))
    } catch (error) {
      job.keepHere(blob)
      warnNotKept(job, 'The result does not outlive this page', error)
    }
  }

  /** Deletes files of a deleted job that were still being stored when it was deleted. */
  async removeFiles({ id }: Job): Promise<void> {
    const { store } = this.#environment
    await store.removeFile(id, 'result')
    await store.removeFile(id, 'steps')
  }

  /**
   * Stores the job's state.
   * @throws DarkroomError DELETED if the job was deleted meanwhile, in this tab or another.
   */
  save(job: Job): Promise<void> {
    return this.#states.save(job)
  }

  /** Stores the job's state with its next save, or a moment later. */
  saveSoon(job: Job): void {
    this.#states.saveSoon(job)
  }

  /**
   * Stores the state of a job that has ended; if that fails, only this page knows of the end.
   * @throws DarkroomError DELETED, as `save` does.
   */
  async saveEnd(job: Job): Promise<void> {
    try {
      await this.save(job)
    } catch (error) {
      if (job.signal.aborted) throw error
      job.keepHere()
      warnNotKept(job, 'The end of the job does not outlive this page', error)
    }
  }

  /** Replaces jobs by tombstones; on a full disk that does not even take those, deletes them. */
  async tombstone(ids: string[]): Promise<void> {
    const { store, clock } = this.#environment
    for (const id of ids) {
      await store.tombstone(id, clock.now()).catch(async () => {
        for (const kind of fileKinds) await store.removeFile(id, kind)
        await store.drop([id])
      })
    }
  }

  /** Evicts beyond the quota: results of steps, then results, the earliest finished first; and old tombstones. */
  async enforceQuota(): Promise<void> {
    const { store, clock } = this.#environment
    const quota = await this.#bytes()
    let all = await store.list()
    const withSteps = stepsBeyondQuota(all, quota)
    for (const { steps, ...state } of withSteps) {
      await store.removeFile(state.id, 'steps')
      await store.update(state)
    }
    if (withSteps.length > 0) all = await store.list()
    for (const { ids } of beyondQuota(all, quota, clock.now())) await this.tombstone(ids)
    const old = outdatedTombstones(all).map(({ id }) => id)
    if (old.length > 0) await store.drop(old)
  }

  async #save(job: Job, state: JobState): Promise<void> {
    if (!job.kept) return
    const { store } = this.#environment
    const now = await this.#write(0, () => store.update(state))
    if (isJob(now)) return
    await this.removeFiles(job)
    job.cancel(deleted(job.id))
    throw deleted(job.id)
  }

  /** Retries on a full disk after evicting, until there is nothing left to evict. */
  async #write<T>(bytes: number, task: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await task()
      } catch (error) {
        if (!isFull(error) || !(await this.#makeRoom(bytes))) throw error
      }
    }
  }

  /** Returns whether anything was evicted. */
  async #makeRoom(bytes: number): Promise<boolean> {
    const { store, clock } = this.#environment
    const evicted: EvictionCandidate[] = []
    let freed = 0
    for (const candidate of evictionCandidates(await store.list(), clock.now())) {
      if (evicted.length > 0 && freed >= bytes) break
      if (candidate.bytes === 0) continue
      await this.tombstone(candidate.ids)
      freed += candidate.bytes
      evicted.push(candidate)
    }
    return evicted.length > 0
  }

  async #bytes(): Promise<number> {
    if (this.#quota !== undefined) return this.#quota
    const { quota } = await this.#environment.disk.estimate().catch(() => ({ quota: undefined }))
    return quota === undefined ? DEFAULT_UNKNOWN : Math.min(quota * DEFAULT_SHARE, DEFAULT_MOST)
  }
}

function warnNotKept(job: Job, what: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  job.warn('NOT_KEPT', `${what}: ${why}`)
}
