import { beat, started, starting, stuck } from '../heartbeat.ts'
import { isOutOfMemory } from './out-of-memory.ts'

const BEAT_MS = 1_000

/**
 * Starts the runtime with threads. About one start in 100 in Firefox blocks the worker for ever between the runtime's script and its
 * WASM: the page, which hears nothing any more, starts another worker with one thread. Where iOS has no memory for threads, the
 * page hears of it, and does the same.
 * @param wasm what the runtime loads last.
 */
export async function awaitStart<T>(start: () => Promise<T>, wasm: string): Promise<T> {
  starting()
  const beats = setInterval(beat, BEAT_MS)
  let over = false
  const end = () => {
    if (over) return
    over = true
    clearInterval(beats)
    started()
  }
  // What follows may take as long as it needs: the model is prepared without a pause.
  const stop = onResponse(wasm, end)
  try {
    return await start()
  } catch (error) {
    if (isOutOfMemory(error)) stuck()
    throw error
  } finally {
    stop()
    end()
  }
}

/** Calls `listener` when other code of this worker gets a response from `url`. Returns a function that ends this. */
function onResponse(url: string, listener: () => void): () => void {
  const { fetch } = self
  self.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.url === url || String(input) === url) listener()
    return response
  }
  return () => {
    self.fetch = fetch
  }
}
