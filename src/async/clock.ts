import { aborted } from '../contract/errors.ts'

/** Time, as everything that waits or stamps is given it. */
export interface Clock {
  /** Milliseconds since 1970. It may jump: nothing measures durations by it. */
  now(): number
  /** Rejects with ABORTED where the signal comes first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const stop = () => {
        clearTimeout(timer)
        reject(aborted())
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
}
