import { asDarkroomError, DarkroomError } from '../../src/contract/errors.ts'

/**
 * Compiled from our own URL: bundlers would otherwise have to find the file beside its own script.
 * @throws DarkroomError NETWORK where it cannot be fetched.
 */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const unreachable = (why: string) =>
    new DarkroomError('NETWORK', `${url} could not be fetched: ${why}`)
  const response = await fetch(url).catch((error) => {
    throw unreachable(error.message)
  })
  if (!response.ok) throw unreachable(`HTTP ${response.status}`)
  return WebAssembly.compileStreaming(response)
}

/**
 * Loads a script and what belongs to it at the first call; after a failure, the next call tries again.
 * A script that cannot be fetched rejects with NETWORK.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw fetchError(error)
    })
    return loading
  }
}

/** A script that `import` could not fetch is a TypeError with a message of the browser's own. */
export const fetchError = (error: unknown): unknown =>
  error instanceof TypeError && /import|module script/i.test(error.message)
    ? asDarkroomError(error, 'NETWORK')
    : error
