import type { Clock } from '../../src/async/clock.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import { browserEnvironment } from '../../src/environment.ts'
import type { Environment } from '../../src/jobs/context.ts'
import { MemoryStore } from '../../src/jobs/job-store.ts'

/** Returns an in-memory environment. `parts` replaces parts of it. */
export const environmentOf = (parts: Partial<Environment> = {}): Environment => ({
  ...browserEnvironment({ persist: false }),
  startWorker: startBundledWorker,
  ...parts,
})

interface Sleeper {
  ms: number
  at: number
  wake: () => void
}

/** A clock that stands still until `pass` is called. */
export class TestClock implements Clock {
  time = 1_800_000_000_000
  #sleepers: Sleeper[] = []
  #onSleep = () => {}

  now = () => this.time

  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((wake, reject) => {
      const sleeper = { ms, at: this.time + ms, wake }
      this.#sleepers.push(sleeper)
      signal.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((each) => each !== sleeper)
        reject(signal.reason)
      })
      this.#onSleep()
    })

  /** Waits until something sleeps for exactly `ms`, then advances the time by it. */
  async pass(ms: number): Promise<void> {
    while (!this.#sleepers.some((sleeper) => sleeper.ms === ms)) {
      await new Promise<void>((resolve) => {
        this.#onSleep = resolve
      })
    }
    this.time += ms
    const due = this.#sleepers.filter(({ at }) => at <= this.time)
    this.#sleepers = this.#sleepers.filter(({ at }) => at > this.time)
    for (const { wake } of due) wake()
  }
}

/** A store whose files may take `bytes` bytes in total. */
export class SmallStore extends MemoryStore {
  readonly #sizes = new Map<string, number>()
  readonly bytes: number

  constructor(bytes: number) {
    super()
    this.bytes = bytes
  }

  override async putFile(...[job, kind, file]: Parameters<MemoryStore['putFile']>): Promise<void> {
    const size = sizeOf(file)
    const used = [...this.#sizes.values()].reduce((sum, each) => sum + each, 0)
    if (used + size > this.bytes) throw new DOMException('The disk is full', 'QuotaExceededError')
    await super.putFile(job, kind, file)
    this.#sizes.set(`${job}:${kind}`, size)
  }

  override async removeFile(...[job, kind]: Parameters<MemoryStore['removeFile']>): Promise<void> {
    await super.removeFile(job, kind)
    this.#sizes.delete(`${job}:${kind}`)
  }

  override async tombstone(id: string, deleted: number): Promise<void> {
    await super.tombstone(id, deleted)
    await this.removeFile(id, 'request')
    await this.removeFile(id, 'result')
  }
}

/** Bytes of a result, or of all images of a request. */
const sizeOf = (file: unknown): number =>
  [file, ...Object.values(Object(file))].reduce<number>(
    (sum, part) => sum + (part instanceof Blob ? part.size : 0),
    0,
  )
