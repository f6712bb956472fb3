import { aborted } from '../shared/errors.ts'

/** Named, exclusive locks. A holder that dies releases its locks. */
export interface Locks {
  /** Runs a task while holding the lock. The signal aborts the waiting only. */
  hold<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
}

/** Web Locks, shared by all tabs of an origin. */
export const webLocks = (manager: LockManager): Locks => ({
  hold: <T>(name: string, signal: AbortSignal, task: () => Promise<T>) =>
    manager.request(name, { signal }, task) as Promise<T>,
})

/** Locks within one page. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async hold(name, signal, task) {
      const before = tails.get(name)
      const turn = (before ?? Promise.resolve()).then(() => {
        if (signal.aborted) throw aborted()
        return task()
      })
      const tail = turn.catch(() => undefined)
      tails.set(name, tail)
      try {
        return await turn
      } finally {
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}
