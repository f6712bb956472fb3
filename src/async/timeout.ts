import type { Clock } from './clock.ts'
import { withLinkedController } from './linked-controller.ts'

/** Runs a task with a signal that is aborted when `signal` is, or after `ms` milliseconds. */
export async function timeout<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const settled = new AbortController()
  return withLinkedController(signal, async (controller) => {
    clock.sleep(ms, settled.signal).then(
      () => controller.abort(),
      () => undefined,
    )
    return task(controller.signal)
  }).finally(() => settled.abort())
}
