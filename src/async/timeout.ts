import type { Clock } from './clock.ts'

/** Runs a task with a signal that is aborted when `signal` is, or after `ms` milliseconds. */
export async function timeout<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const late = new AbortController()
  const settled = new AbortController()
  clock.sleep(ms, settled.signal).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    return await task(AbortSignal.any([signal, late.signal]))
  } finally {
    settled.abort()
  }
}
