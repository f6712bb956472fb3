import type { Clock } from './clock.ts'

/** Runs a task with a signal that is aborted after `ms`, or with the given one. */
export async function timeout<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const [controller, done] = [new AbortController(), new AbortController()]
  const giveUp = () => controller.abort()
  clock.sleep(ms, done.signal).then(giveUp, () => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await task(controller.signal)
  } finally {
    done.abort()
    signal.removeEventListener('abort', giveUp)
  }
}
