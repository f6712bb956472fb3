import { DarkroomError } from '../../src/contract/errors.ts'
import { stuck } from '../signs.ts'

/** In short waits, as the time that the device sleeps does not count. */
const WAITS = 20
const WAIT_MS = 500

/**
 * Starts the runtime with threads. About one start in 25 in Firefox never gets to its WASM after its script has come. The page
 * is then told so, and starts another worker with one thread.
 * @param files what the runtime loads.
 * @throws DarkroomError NETWORK where the WASM does not come though the network answers.
 */
export async function awaitStart<T>(
  start: () => Promise<T>,
  files: { mjs: string; wasm: string },
): Promise<T> {
  const watch = watchFetch(files.wasm)
  try {
    return await Promise.race([start(), silence(watch, files.mjs)])
  } finally {
    watch.stop()
  }
}

/** Rejects once nothing came for a while, the network was seen to work, and nothing came for as long again. */
async function silence(watch: Watch, probe: string): Promise<never> {
  for (let quiet = 0; quiet < 2; ) {
    for (let i = 0; i < WAITS; i++) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      if (watch.isOver()) return new Promise(() => {})
    }
    // Without a network it is the page that loses patience.
    const answered = await fetch(probe, { cache: 'no-store' }).then(
      (response) => response.ok && response.arrayBuffer().then(() => true),
      () => false,
    )
    quiet = answered ? quiet + 1 : 0
  }
  stuck()
  throw new DarkroomError('NETWORK', 'The runtime did not start with threads')
}

type Watch = ReturnType<typeof watchFetch>

/** Whether a file has come that other code of this worker fetches, or the watch was stopped. */
function watchFetch(url: string) {
  const { fetch } = self
  let over = false
  self.fetch = async (input, init) => {
    const response = await fetch(input, init)
    over ||= response.url === url || String(input) === url
    return response
  }
  const stop = () => {
    over = true
    self.fetch = fetch
  }
  return { isOver: () => over, stop }
}
