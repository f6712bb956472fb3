import { asDarkroomError, isDarkroomError } from '../../src/shared/errors.ts'
import { loadFailure } from '../../src/shared/load-failure.ts'
import { loading } from '../heartbeat.ts'

/**
 * Compiles a WebAssembly module from a URL that the library resolves itself, so that bundlers need not find the file
 * next to the script that loads it.
 * @throws DarkroomError NETWORK if it cannot be fetched, or is no module.
 */
export async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url))
  } catch (error) {
    throw error instanceof RangeError ? error : await loadFailure(url, 'wasm', error)
  }
}

/**
 * Calls `load` at the first call and returns the same promise after that; after a failure, the next call tries again.
 * Rejects with NETWORK if it cannot be loaded, and with a RangeError if memory ran out.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= loading(load).catch(async (error) => {
      loaded = undefined
      throw await loadError(error)
    })
    return loaded
  }
}

/**
 * The error of a script or module that could not be loaded. Browsers tell a failed download, a script that is none and a
 * damaged module by words alone: whatever happens before the first call into it is NETWORK, so that no image is blamed.
 */
export async function loadError(error: unknown): Promise<unknown> {
  if (error instanceof RangeError || isDarkroomError(error)) return error
  const failure = asDarkroomError(error, 'NETWORK')
  const [url] = /\bhttps?:\/\/\S+/.exec(failure.message) ?? []
  return url ? loadFailure(url, 'script', error) : failure
}
