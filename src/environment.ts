import { type Clock, systemClock } from './clock.ts'
import { startWorker } from './engine/worker.ts'
import { idbStore } from './jobs/idb-store.ts'
import { type Locks, memoryLocks, webLocks } from './jobs/locks.ts'
import { type JobStore, MemoryStore } from './jobs/store.ts'
import type { DarkroomOptions } from './options.ts'

/** Everything that Darkroom takes from outside, in one place: whoever replaces a part disturbs, or counts, what goes through it. */
export interface Environment {
  fetch: typeof fetch
  clock: Clock
  store: JobStore
  locks: Locks
  startWorker(): Worker
  /** What the browser grants this origin, and the wish that it evicts nothing by itself. */
  disk: Pick<StorageManager, 'estimate' | 'persist'>
}

export const DEFAULT_DATABASE = 'darkroom-jobs'

/** The browser's own; memory where there is no database. */
export function browserEnvironment(options: DarkroomOptions = {}): Environment {
  const name = options.database ?? DEFAULT_DATABASE
  return {
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    clock: systemClock,
    // Without Web Locks (an insecure context) two tabs could not share a database.
    ...(options.persist !== false && globalThis.indexedDB && globalThis.navigator?.locks
      ? { store: idbStore(name), locks: webLocks(navigator.locks) }
      : { store: new MemoryStore(), locks: memoryLocks() }),
    startWorker: () => startWorker(options.assetsUrl),
    disk: globalThis.navigator?.storage ?? {
      estimate: async () => ({}),
      persist: async () => false,
    },
  }
}
