/**
 * Runs a task with a controller that is aborted when `signal` is, until the task settles. Later aborts of
 * `signal` no longer reach it.
 */
export async function withLinkedController<T>(
  signal: AbortSignal,
  task: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await task(controller)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
