const TICK_MS = 250
/** What one tick counts at most: browsers wake hidden pages once a second. */
const LONGEST_TICK_MS = 2_000

/**
 * A timeout in time that the page is awake. A timer of the browser runs out when a page wakes that slept or was frozen for
 * longer, though nothing had time to work meanwhile.
 */
export class AwakeTimer {
  readonly #interval: ReturnType<typeof setInterval>
  readonly #isPaused: () => boolean
  readonly #end: () => void
  #left: number
  #last = performance.now()

  /** Calls `onEnd` after `ms` milliseconds, not counting those in which `isPaused`. */
  constructor(ms: number, onEnd: () => void, isPaused = () => false) {
    this.#left = ms
    this.#end = onEnd
    this.#isPaused = isPaused
    this.#interval = setInterval(() => this.#tick(), Math.min(TICK_MS, ms))
  }

  /** Starts anew. */
  reset(ms: number): void {
    this.#left = ms
  }

  stop(): void {
    clearInterval(this.#interval)
  }

  #tick(): void {
    const now = performance.now()
    const passed = Math.min(now - this.#last, LONGEST_TICK_MS)
    this.#last = now
    if (this.#isPaused()) return
    this.#left -= passed
    if (this.#left > 0) return
    this.stop()
    this.#end()
  }
}
