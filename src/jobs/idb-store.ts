import {
  del,
  delMany,
  entries,
  get,
  getMany,
  keys,
  promisifyRequest,
  set,
  setMany,
} from 'idb-keyval'
import { openDatabase } from '../shared/open-database.ts'
import { isDeleted, type JobState, type StoredEntry } from './job-state.ts'
import { fileKey, fileKinds, type JobChange, type JobStore, ownerOf } from './job-store.ts'

/** A job store in two IndexedDB databases, `<name>` and `<name>-files`. Changes are broadcast to other tabs. */
export function idbStore(name: string): JobStore {
  const records = openDatabase(name, 'jobs')
  const files = openDatabase(`${name}-files`, 'files')
  const changes = changesOf(name)
  return {
    takesPixels: false,
    async add(jobs) {
      await setMany(
        jobs.map((job): [string, JobState] => [job.id, job]),
        records,
      )
      for (const { id, parent } of jobs) if (!parent) changes.tell({ job: id, kind: 'added' })
    },
    get: (ids) => getMany([...ids], records),
    // What lies under another key than its own cannot be found again.
    list: async () =>
      (await entries<IDBValidKey, StoredEntry>(records)).map(([key, entry]) =>
        entry?.id === key ? entry : { id: key },
      ),
    async update(job) {
      const now = await records('readwrite', (store) => replaceLiving(store, job))
      if (now === job) changes.tell({ job: job.id, kind: 'changed' })
      return now
    },
    async tombstone(id, deleted) {
      await set(id, { id, deleted } satisfies StoredEntry, records)
      changes.tell({ job: id, kind: 'removed' })
      await delMany(
        fileKinds.map((kind) => fileKey(id, kind)),
        files,
      )
    },
    drop: (ids) => delMany(ids, records),
    putFile: (job, kind, file) => set(fileKey(job, kind), file, files),
    getFile: (job, kind) => get(fileKey(job, kind), files),
    removeFile: (job, kind) => del(fileKey(job, kind), files),
    fileOwners: async () =>
      (await keys(files)).filter((key) => typeof key === 'string').map(ownerOf),
    watch: changes.watch,
  }
}

/** Reads and writes in one transaction, so that a job deleted by another tab stays deleted. */
function replaceLiving(store: IDBObjectStore, job: JobState): Promise<StoredEntry | undefined> {
  return new Promise((resolve, reject) => {
    const reading: IDBRequest<StoredEntry | undefined> = store.get(job.id)
    reading.onsuccess = () => {
      const stored = reading.result
      const now = stored !== undefined && !isDeleted(stored) ? job : stored
      if (now === job) store.put(job, job.id)
      promisifyRequest(store.transaction).then(() => resolve(now), reject)
    }
    reading.onerror = () => reject(reading.error)
  })
}

function changesOf(name: string) {
  const listeners = new Set<(change: JobChange) => void>()
  // Open only while there are listeners: an open channel keeps a page out of the back/forward cache.
  let channel: BroadcastChannel | undefined
  return {
    tell(change: JobChange): void {
      channel?.postMessage(change)
      for (const listener of listeners) queueMicrotask(() => listener(change))
    },
    watch(listener: (change: JobChange) => void): () => void {
      channel ??= openChannel(name, (change) => {
        for (const each of listeners) each(change)
      })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        channel?.close()
        channel = undefined
      }
    },
  }
}

/** Undefined in a browser without channels: a tab then sees its own changes only. */
function openChannel(
  name: string,
  tell: (change: JobChange) => void,
): BroadcastChannel | undefined {
  if (!globalThis.BroadcastChannel) return undefined
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => isChange(data) && tell(data)
  return channel
}

/** Any script of the origin may write to the channel. */
function isChange(data: unknown): data is JobChange {
  const { job, kind } = Object(data)
  return typeof job === 'string' && ['added', 'changed', 'removed'].includes(kind)
}
