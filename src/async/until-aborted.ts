/** Settles as `task` does, or rejects with the signal's reason once it is aborted. The task itself continues. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  task.catch(() => undefined)
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([task, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
