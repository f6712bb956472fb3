import type { NormalizedRequest } from '../request/normalize.ts'
import type { FinishedSteps } from '../shared/worker/api.ts'
import { isDeleted, type JobState, type StoredEntry } from './job-state.ts'

/** `added`: a new request. `removed`: deleted or evicted. */
export interface JobChange {
  job: string
  kind: 'added' | 'changed' | 'removed'
}

/**
 * Stores jobs beyond the life of a page. Job states are small and separate from files, so that listing them is cheap.
 * Every method may reject; a full disk rejects with a QuotaExceededError.
 */
export interface JobStore {
  /** Whether it can hold ImageBitmap and ImageData. */
  readonly takesPixels: boolean
  /** Adds jobs, all or none. */
  add(jobs: JobState[]): Promise<void>
  /** What is stored, in the order of the ids. It may be anything. */
  get(ids: readonly string[]): Promise<unknown[]>
  list(): Promise<unknown[]>
  /** Replaces a job's state atomically, unless the job was deleted. Resolves with the entry that is stored then. */
  update(job: JobState): Promise<StoredEntry | undefined>
  /** Replaces a job by a tombstone and deletes its files. */
  tombstone(id: string, deleted: number): Promise<void>
  /** Deletes entries without notifying listeners. */
  drop(ids: string[]): Promise<void>
  putFile<K extends FileKind>(job: string, kind: K, file: JobFiles[K]): Promise<void>
  getFile<K extends FileKind>(job: string, kind: K): Promise<JobFiles[K] | undefined>
  removeFile(job: string, kind: FileKind): Promise<void>
  /** The ids of jobs that have files. */
  fileOwners(): Promise<string[]>
  /** Calls `listener` for every change, of other tabs too. Returns a function that removes it. */
  watch(listener: (change: JobChange) => void): () => void
}

/** The files of a job. */
export interface JobFiles {
  request: NormalizedRequest
  result: Blob
  /** The results below the largest, by their width. */
  sizes: Map<number, Blob>
  /** That of a job that crashed, apart from its request. */
  source: Blob
  /** The last result of steps that took long. */
  steps: FinishedSteps
}

export type FileKind = keyof JobFiles
export const fileKinds = [
  'request',
  'result',
  'sizes',
  'source',
  'steps',
] as const satisfies FileKind[]

export const fileKey = (job: string, kind: FileKind) => `${job}:${kind}`
export const ownerOf = (key: string) => key.slice(0, key.lastIndexOf(':'))

/** A job store in memory. */
export class MemoryStore implements JobStore {
  readonly takesPixels = true
  readonly #records = new Map<string, StoredEntry>()
  readonly #files = new Map<string, unknown>()
  readonly #listeners = new Set<(change: JobChange) => void>()

  async add(jobs: JobState[]): Promise<void> {
    for (const job of jobs) this.#records.set(job.id, structuredClone(job))
    for (const { id, parent } of jobs) if (!parent) this.#tell({ job: id, kind: 'added' })
  }

  async get(ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    return ids.map((id) => structuredClone(this.#records.get(id)))
  }

  async list(): Promise<StoredEntry[]> {
    return structuredClone([...this.#records.values()])
  }

  async update(job: JobState): Promise<StoredEntry | undefined> {
    const stored = this.#records.get(job.id)
    if (!stored || isDeleted(stored)) return stored
    this.#records.set(job.id, structuredClone(job))
    this.#tell({ job: job.id, kind: 'changed' })
    return job
  }

  async tombstone(id: string, deleted: number): Promise<void> {
    this.#records.set(id, { id, deleted })
    for (const kind of fileKinds) this.#files.delete(fileKey(id, kind))
    this.#tell({ job: id, kind: 'removed' })
  }

  async drop(ids: string[]): Promise<void> {
    for (const id of ids) this.#records.delete(id)
  }

  async putFile(job: string, kind: FileKind, file: unknown): Promise<void> {
    this.#files.set(fileKey(job, kind), file)
  }

  async getFile<K extends FileKind>(job: string, kind: K): Promise<JobFiles[K] | undefined> {
    return this.#files.get(fileKey(job, kind)) as JobFiles[K] | undefined
  }

  async removeFile(job: string, kind: FileKind): Promise<void> {
    this.#files.delete(fileKey(job, kind))
  }

  async fileOwners(): Promise<string[]> {
    return [...this.#files.keys()].map(ownerOf)
  }

  watch(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asynchronous, as notifications from another tab are. */
  #tell(change: JobChange): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(change))
  }
}
