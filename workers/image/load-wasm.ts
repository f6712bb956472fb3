import { DarkroomError } from '../../src/contract/errors.ts'

/** Fetches and compiles from our own URL: bundlers would otherwise have to find the file beside its own script. */
export const compile = (url: string) => WebAssembly.compileStreaming(fetch(url))

/**
 * A loader of code that runs when first called. It loads once; after a failure the next call tries again.
 * @throws DarkroomError NETWORK from the returned function, if a script or WebAssembly could not be fetched.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw asNetworkError(error)
    })
    return loading
  }
}

/** `import()`, `fetch()` and `compileStreaming()` all reject with a TypeError if a file does not arrive. */
function asNetworkError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  return new DarkroomError('NETWORK', `Could not load a codec: ${error.message}`, { cause: error })
}
