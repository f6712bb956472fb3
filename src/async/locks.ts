import { aborted } from '../contract/errors.ts'

/** Named locks that one holder has at a time, whichever tab it lives in; a holder that dies gives its locks back. */
export interface Locks {
  /** Waits for the lock, then holds it until the task has ended. An abort ends the waiting only. */
  hold<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
}

/** Web Locks: they reach over all tabs of an origin. */
export const webLocks = (manager: LockManager): Locks => ({
  hold: <T>(name: string, signal: AbortSignal, task: () => Promise<T>) =>
    manager.request(name, { signal }, task) as Promise<T>,
})

/** Locks for those who share this object. */
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
