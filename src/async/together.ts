type Task<T> = (signal: AbortSignal) => Promise<T>

/**
 * Runs tasks at the same time. One that fails aborts those after it. Rejects once nothing of them goes on, with the error
 * of the first in order.
 */
export async function together<T extends unknown[]>(
  signal: AbortSignal,
  tasks: [...{ [K in keyof T]: Task<T[K]> }],
): Promise<T> {
  const controllers = tasks.map(() => new AbortController())
  const running = tasks.map(async (task, i) => {
    try {
      return await task(AbortSignal.any([signal, (controllers[i] as AbortController).signal]))
    } catch (error) {
      for (const later of controllers.slice(i + 1)) later.abort(error)
      throw error
    }
  })
  await Promise.allSettled(running)
  return (await Promise.all(running)) as T
}
