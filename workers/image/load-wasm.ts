import { asDarkroomError, DarkroomError } from '../../src/contract/errors.ts'
import { loading } from '../signs.ts'

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
 * Rejects with NETWORK if it cannot be loaded, and with a RangeError if memory ran out.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= loading(load).catch((error) => {
      loaded = undefined
      throw loadError(error)
    })
    return loaded
  }
}

/**
 * The error of a script or module that could not be loaded. Browsers tell a failed download, a script that is none and a
 * damaged module by words alone: whatever happens before the first call into it is NETWORK, so that no image is blamed.
 */
export const loadError = (error: unknown): unknown =>
  error instanceof RangeError ? error : asDarkroomError(error, 'NETWORK')
