import type { Clock } from './clock.ts'

/** When an attempt is repeated, and after which pauses. Times are in milliseconds. */
export interface RetryPolicy<T> {
  /** Whether an outcome calls for another attempt. */
  when(outcome: T): boolean
  /** The pauses before further attempts, one for each; 0 is none. */
  delays: readonly number[]
  /** The pause that the server asks for, if it does: it counts where it is longer than the delay. */
  asked?(outcome: T, now: number): number | undefined
  /** Whether it counts where it is shorter, too. */
  obeysShorter?: boolean
  /** A server that asks for a longer pause is not waited for. */
  longestMs?: number
  /** All pauses together are at most this. */
  totalMs?: number
}

interface Surroundings<T> {
  clock: Clock
  /** Ends a pause. */
  signal: AbortSignal
  /** Called before each pause. `count`: of the policy's further attempts, from 1. */
  onRetry?(outcome: T, count: number): unknown
}

/**
 * Makes attempts until no policy calls for another one, or allows it. The first policy that applies counts; each
 * has delays of its own. Resolves with the last outcome.
 */
export async function retry<T>(
  policies: readonly RetryPolicy<T>[],
  { clock, signal, onRetry }: Surroundings<T>,
  attempt: () => Promise<T>,
): Promise<T> {
  const spent = policies.map(() => ({ count: 0, ms: 0 }))
  for (;;) {
    const outcome = await attempt()
    const at = policies.findIndex(({ when }) => when(outcome))
    const [policy, used] = [policies[at], spent[at]]
    const delay = policy?.delays[used?.count ?? 0]
    if (!policy || !used || delay === undefined) return outcome
    const asked = policy.asked?.(outcome, clock.now())
    const pause = policy.obeysShorter ? (asked ?? delay) : Math.max(asked ?? 0, delay)
    used.ms += pause
    if (pause > (policy.longestMs ?? pause) || used.ms > (policy.totalMs ?? used.ms)) return outcome
    used.count++
    await onRetry?.(outcome, used.count)
    if (delay > 0) await clock.sleep(pause, signal)
  }
}
