import { aborted } from '../shared/errors.ts'
import { delay } from './delay.ts'

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
    delay(ms, signal).catch(() => {
      throw aborted()
    }),
}
