import { asDarkroomError, DarkroomError } from '../../src/contract/errors.ts'

/**
 * Compiles a WebAssembly module from a URL that the library resolves itself, so that bundlers need not find the file
 * next to the script that loads it.
 * @throws DarkroomError NETWORK if it cannot be fetched.
 */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const fetchFailure = (why: string) =>
    new DarkroomError('NETWORK', `${url} could not be fetched: ${why}`)
  const response = await fetch(url).catch((error) => {
    throw fetchFailure(error.message)
  })
  if (!response.ok) throw fetchFailure(`HTTP ${response.status}`)
  return WebAssembly.compileStreaming(response)
}

/**
 * Calls `load` at the first call and returns the same promise after that; after a failure, the next call tries again.
 * Rejects with NETWORK if a script cannot be fetched.
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

/** `import` reports a script that it could not fetch as a TypeError with a browser-specific message: turns that into NETWORK. */
export const fetchError = (error: unknown): unknown =>
  error instanceof TypeError && /import|module script/i.test(error.message)
    ? asDarkroomError(error, 'NETWORK')
    : error
