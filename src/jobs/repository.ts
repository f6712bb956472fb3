import type { Clock } from '../async/clock.ts'
import { isDecoded, mapImages } from '../request/map-images.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { deleted } from '../shared/errors.ts'
import type { FinishedSteps } from '../shared/worker/api.ts'
import {
  beyondQuota,
  type Disk,
  defaultQuota,
  oldestOf,
  outdatedTombstones,
  stepsBeyondQuota,
} from './eviction.ts'
import type { Job } from './job.ts'
import { isDeleted, isJob, type JobState, type StoredEntry } from './job-state.ts'
import { type FileKind, fileKinds, type JobFiles, type JobStore } from './job-store.ts'
import { isReadable } from './stored-entry.ts'

/** A change that can wait is stored with the next one, or after so many milliseconds: most small jobs have ended by then. */
const SOON_MS = 100

/** Stored in place of decoded pixels, which are lost with their page. It equals no real `blob:` URL. */
const GONE = 'blob:held-by-a-page-that-is-gone'

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/** The writes of one job's state. */
interface Writes {
  /** The state that is stored, as JSON, where it is known. */
  text?: string | undefined
  /** Resolves when those that have begun are over. It never rejects. */
  begun: Promise<unknown>
  /** The one that waits for them. */
  next?: Promise<void> | undefined
  timer?: ReturnType<typeof setTimeout>
}

/** Stores jobs and their files, and evicts old ones to stay within the quota. A failing store never fails a job. */
export class JobRepository {
  readonly #store: JobStore
  readonly #clock: Clock
  readonly #disk: Disk
  readonly #quota: number | undefined
  readonly #writes = new WeakMap<Job, Writes>()
  readonly #unreadable = new Set<string>()
  #askedToPersist = false

  constructor(
    { store, clock, disk }: { store: JobStore; clock: Clock; disk: Disk },
    quota: number | undefined,
  ) {
    this.#store = store
    this.#clock = clock
    this.#disk = disk
    this.#quota = quota
  }

  /** Whether all of it ends with its page. Images are then held as they are. */
  get inMemory(): boolean {
    return this.#store.takesPixels
  }

  /** Calls `listener` for every change, of other tabs too. Returns a function that removes it. */
  watch(listener: Parameters<JobStore['watch']>[0]): () => void {
    return this.#store.watch(listener)
  }

  /** Entries in the order of the ids. */
  async get(ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    const stored = await this.#store.get(ids)
    return stored.map((entry, i) =>
      entry !== undefined && this.#isReadable(entry) && entry.id === ids[i] ? entry : undefined,
    )
  }

  /** All jobs, items included. */
  async jobs(): Promise<JobState[]> {
    return (await this.#list()).filter(isJob)
  }

  /** Undefined where something else lies in its place. */
  async file<K extends FileKind>(job: string, kind: K): Promise<JobFiles[K] | undefined> {
    const file = await this.#store.getFile(job, kind)
    const is = { request: Object, result: Blob, sizes: Map, source: Blob, steps: Array }
    return file instanceof is[kind] ? file : undefined
  }

  /** A request with its items; undefined if it was deleted, or nothing is left to do for it. */
  async unsettled(id: string) {
    const [state] = await this.get([id])
    if (!isJob(state) || state.parent || state.settled) return undefined
    const items = (await this.get(state.items ?? [])).filter(isJob)
    return { state, items, request: await this.file(id, 'request') }
  }

  /** Stores a new job with its items and its request, without decoded pixels. */
  async add(job: Job): Promise<void> {
    const states = job.family.map(({ state }) => state)
    try {
      await this.storeRequest(job, job.request)
      await this.#withRoom(0, () => this.#store.add(states))
    } catch (error) {
      job.stayInMemory()
      warnNotStored(job, 'The job does not outlive this page', error)
      await this.removeRequest(job)
    }
  }

  async storeRequest({ id }: Job, request: NormalizedRequest): Promise<void> {
    const storable = this.inMemory
      ? request
      : mapImages(request, (leaf) => (isDecoded(leaf) ? GONE : leaf))
    await this.#withRoom(0, () => this.#store.putFile(id, 'request', storable))
  }

  /** Stores the source of a job that is given up. */
  async storeSource({ id }: Job, file: Blob): Promise<void> {
    await this.#withRoom(file.size, () => this.#store.putFile(id, 'source', file))
  }

  /** Stores a result of the job's steps in place of the one before it. It is worth no other job's result. */
  async storeSteps(job: Job, steps: JobState['steps'], entries: FinishedSteps): Promise<void> {
    try {
      await this.#store.putFile(job.id, 'steps', entries)
      job.setSteps(steps)
      await this.store(job)
    } catch {
      await this.removeSteps(job)
    }
  }

  async removeRequest({ id }: Job): Promise<void> {
    await this.#removeFiles(id, ['request']).catch(() => undefined)
  }

  async removeSteps(job: Job): Promise<void> {
    job.setSteps(undefined)
    await this.#removeFiles(job.id, ['steps']).catch(() => undefined)
  }

  /**
   * Stores a result, of which the state that is stored next tells; if that fails, the job holds it in memory.
   * @param sizes those below it, by their width.
   */
  async storeResult(job: Job, blob: Blob, sizes: JobFiles['sizes'] = new Map()): Promise<void> {
    if (job.persistence === 'memory') return job.endInMemory(blob, sizes)
    const bytes = [...sizes.values()].reduce((sum, { size }) => sum + size, blob.size)
    try {
      await this.#withRoom(bytes, async () => {
        await this.#store.putFile(job.id, 'result', blob)
        if (sizes.size > 0) await this.#store.putFile(job.id, 'sizes', sizes)
      })
    } catch (error) {
      job.endInMemory(blob, sizes)
      warnNotStored(job, 'The result does not outlive this page', error)
    }
  }

  /**
   * Stores the job's state. Writes of one job follow each other, and those that wait are one.
   * @throws DarkroomError DELETED if the job was deleted meanwhile, in this tab or another.
   */
  async store(job: Job): Promise<void> {
    if (job.persistence === 'memory') return
    const writes = this.#writesOf(job)
    clearTimeout(writes.timer)
    delete writes.timer
    writes.next ??= this.#enqueue(job, writes)
    return writes.next
  }

  /** Stores the job's state the next time, or a moment later. */
  storeSoon(job: Job): void {
    if (job.persistence === 'memory') return
    const writes = this.#writesOf(job)
    writes.timer ??= setTimeout(() => void this.store(job).catch(() => undefined), SOON_MS)
  }

  /**
   * Stores the state of a job that has ended; if that fails, only this page knows of the end.
   * @throws DarkroomError DELETED, as `store` does.
   */
  async storeEnd(job: Job): Promise<void> {
    try {
      await this.store(job)
    } catch (error) {
      if (job.signal.aborted) throw error
      job.endInMemory()
      warnNotStored(job, 'The end of the job does not outlive this page', error)
    }
  }

  /** Nothing is left to do: stores that, and forgets the request. Returns whether all of the job is stored. */
  async settle(job: Job): Promise<boolean> {
    if (!job.state.settled) {
      job.settle()
      await this.store(job).catch(() => undefined)
    }
    const isStored = job.family.every(({ persistence }) => persistence === 'stored')
    if (isStored) await this.removeRequest(job)
    return isStored
  }

  /** Asks the browser, once there is a result, not to evict this origin's storage by itself. */
  persistOnce(): void {
    if (this.#askedToPersist || this.inMemory) return
    this.#askedToPersist = true
    // Not awaited: the browser may ask the user.
    void this.#disk.persist().catch(() => undefined)
  }

  /** Replaces jobs by tombstones; on a full disk that does not even take those, deletes them. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.#store.tombstone(id, this.#clock.now()).catch(async () => {
        await this.#removeFiles(id, fileKinds)
        await this.#store.drop([id])
      })
    }
  }

  /** Deletes files of a deleted job that were still being stored when it was deleted. */
  async removeLate({ id }: Job): Promise<void> {
    await this.#removeFiles(id, ['result', 'sizes', 'steps']).catch(() => undefined)
  }

  /** Ids of files without one of these jobs, which a crash may leave behind. */
  async orphans(jobs: readonly JobState[]): Promise<string[]> {
    const known = new Set(jobs.map(({ id }) => id))
    return (await this.#store.fileOwners()).filter((id) => !known.has(id))
  }

  /** Deletes the files of a job without a record, or without one that says so little. The caller holds its lock. */
  async removeOrphan(id: string): Promise<void> {
    const [stored] = await this.#store.get([id])
    if (stored === undefined || (isReadable(stored) && isDeleted(stored)))
      await this.#removeFiles(id, fileKinds)
  }

  /** Evicts beyond the quota: results of steps, then results, the earliest finished first; and old tombstones. */
  async enforceQuota(): Promise<void> {
    const quota = this.#quota ?? (await defaultQuota(this.#disk))
    let all = await this.#list()
    const withSteps = stepsBeyondQuota(all, quota)
    for (const { steps, ...state } of withSteps) {
      await this.#store.removeFile(state.id, 'steps')
      await this.#store.update(state)
    }
    if (withSteps.length > 0) all = await this.#list()
    for (const { ids } of beyondQuota(all, quota, this.#clock.now())) await this.remove(ids)
    const old = outdatedTombstones(all).map(({ id }) => id)
    if (old.length > 0) await this.#store.drop(old)
  }

  /** All that can be read. */
  async #list(): Promise<StoredEntry[]> {
    return (await this.#store.list()).filter((entry) => this.#isReadable(entry))
  }

  /** What cannot be read stays where it is: another build may be able to. */
  #isReadable(entry: unknown): entry is StoredEntry {
    if (isReadable(entry)) return true
    const { id: key } = Object(entry)
    const id = typeof key === 'object' ? 'without an id' : String(key)
    if (!this.#unreadable.has(id)) console.warn(`Darkroom: the stored job ${id} cannot be read`)
    this.#unreadable.add(id)
    return false
  }

  async #removeFiles(id: string, kinds: readonly FileKind[]): Promise<void> {
    for (const kind of kinds) await this.#store.removeFile(id, kind)
  }

  #writesOf(job: Job): Writes {
    const writes = this.#writes.get(job) ?? { begun: Promise.resolve() }
    this.#writes.set(job, writes)
    return writes
  }

  #enqueue(job: Job, writes: Writes): Promise<void> {
    const next = writes.begun.then(() => {
      writes.next = undefined
      return this.#storeState(job, writes)
    })
    writes.begun = next.catch(() => undefined)
    return next
  }

  /** Stores what is known of the job by now, unless it is stored. */
  async #storeState(job: Job, writes: Writes): Promise<void> {
    const state = job.persistence === 'unfinished' ? unfinished(job.state) : job.state
    const text = JSON.stringify(state)
    if (writes.text === text) return
    writes.text = undefined
    if (!isJob(await this.#withRoom(0, () => this.#store.update(state)))) {
      await this.removeLate(job)
      job.cancel(deleted(job.id))
      throw deleted(job.id)
    }
    writes.text = text
  }

  /** Writes again on a full disk after evicting, until there is nothing left to evict. */
  async #withRoom<T>(bytes: number, write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isFull(error) || !(await this.#makeRoom(bytes))) throw error
      }
    }
  }

  /** Returns whether anything was evicted. */
  async #makeRoom(bytes: number): Promise<boolean> {
    const evicted = oldestOf(await this.#list(), bytes, this.#clock.now())
    for (const { ids } of evicted) await this.remove(ids)
    return evicted.length > 0
  }
}

/** What is stored of a job whose end is in memory only: the next page does it again. */
const unfinished = ({ file, sizes, finished, settled, ...state }: JobState): JobState => ({
  ...state,
  status: 'not_started',
})

function warnNotStored(job: Job, what: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  job.warn('NOT_KEPT', `${what}: ${why}`)
}
