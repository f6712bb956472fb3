/** Compiled from our own URL: bundlers would otherwise have to find the file beside its own script. */
export const compile = (url: string) => WebAssembly.compileStreaming(fetch(url))

/** Loads when first asked; after a failure, once more when asked again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
