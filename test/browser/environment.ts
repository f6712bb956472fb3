import { browserEnvironment, type Clock, type Environment, MemoryStore } from '../../src/index.ts'

/** An environment of its own in memory, but for what is given. */
export const environmentOf = (parts: Partial<Environment> = {}): Environment => ({
  ...browserEnvironment({ persist: false }),
  ...parts,
})

interface Sleeper {
  ms: number
  at: number
  wake: () => void
}

/** A clock that stands still until it is told to go on. */
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

  /** Waits until something sleeps for just so long, then lets that time pass. */
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

/** A store with a disk of so many bytes, which counts what files take. */
export class SmallStore extends MemoryStore {
  readonly #sizes = new Map<string, number>()
  readonly bytes: number

  constructor(bytes: number) {
    super()
    this.bytes = bytes
  }

  override async putFile(...[job, kind, file]: Parameters<MemoryStore['putFile']>): Promise<void> {
    const size = file instanceof Blob ? file.size : 0
    const used = [...this.#sizes.values()].reduce((sum, each) => sum + each, 0)
    if (used + size > this.bytes) throw new DOMException('The disk is full', 'QuotaExceededError')
    await super.putFile(job, kind, file)
    this.#sizes.set(`${job}:${kind}`, size)
  }

  override async bury(id: string, deleted: number): Promise<void> {
    await super.bury(id, deleted)
    this.#sizes.delete(`${id}:result`)
  }
}
