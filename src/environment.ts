import { systemClock } from './async/clock.ts'
import { memoryLocks, webLocks } from './async/locks.ts'
import { assetUrl, startWorker } from './engine/start-worker.ts'
import type { Environment } from './jobs/context.ts'
import { idbStore } from './jobs/idb-store.ts'
import { MemoryStore } from './jobs/job-store.ts'
import type { DarkroomOptions } from './options.ts'
import { DarkroomError } from './shared/errors.ts'

export const DEFAULT_DATABASE = 'darkroom-jobs'

/**
 * What jobs use of the browser; they are kept in memory if there is no database.
 * @throws DarkroomError NOT_SUPPORTED where there is no browser.
 */
export function browserEnvironment(options: DarkroomOptions = {}): Environment {
  if (typeof Worker === 'undefined') throw noWorkers()
  const name = options.database ?? DEFAULT_DATABASE
  return {
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    clock: systemClock,
    // Without Web Locks (in insecure contexts) two tabs cannot share a database.
    ...(options.persist !== false && canStore()
      ? { store: idbStore(name), locks: webLocks(navigator.locks) }
      : { store: new MemoryStore(), locks: memoryLocks() }),
    startWorker: () => startWorker(options.assetsUrl),
    ...(options.assetsUrl !== undefined && {
      svgFrame: () => assetUrl(options.assetsUrl as string, 'svg-frame.htm').href,
    }),
    disk: globalThis.navigator?.storage ?? {
      estimate: async () => ({}),
      persist: async () => false,
    },
  }
}

/** A browser may forbid even to ask. */
function canStore(): boolean {
  try {
    return Boolean(globalThis.indexedDB && globalThis.navigator?.locks)
  } catch {
    return false
  }
}

const noWorkers = () =>
  new DarkroomError(
    'NOT_SUPPORTED',
    'Darkroom needs a browser, but there are no Web Workers here: a server may import it, but only the page may use it',
  )
