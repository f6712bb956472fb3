import { aborted } from '../contract/errors.ts'

/** The current time and delays, injected so that tests control them. */
export interface Clock {
  /** Milliseconds since 1970. It may jump: do not measure durations by it. */
  now(): number
  /** Rejects with ABORTED if the signal is aborted first. */
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
