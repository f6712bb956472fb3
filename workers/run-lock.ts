import { type Priority, rankOf } from '../src/shared/priority.ts'
import { WaitingList } from '../src/shared/waiting-list.ts'

interface Run {
  readonly rank: number
  readonly arrival: number
  readonly signal: AbortSignal
}

/** Lets one run of a worker work at a time. A more urgent one goes on at the next checkpoint of the other. */
export class RunLock {
  #holder: Run | undefined
  readonly #waiting = new WaitingList<Run>((a, b) => a.rank - b.rank || a.arrival - b.arrival)
  #arrivals = 0

  /** What a run does with the lock. */
  for(priority: Priority | undefined, signal: AbortSignal) {
    const run: Run = { rank: rankOf(priority), arrival: ++this.#arrivals, signal }
    return {
      /** @throws DarkroomError ABORTED where the signal comes while it waits. */
      acquire: () => this.#acquire(run),
      /** Lets more urgent runs go first. */
      yield: () => this.#yield(run),
      release: () => this.#release(run),
    }
  }

  async #acquire(run: Run): Promise<void> {
    if (this.#holder) await this.#waiting.add(run, run.signal)
    else this.#holder = run
  }

  async #yield(run: Run): Promise<void> {
    const next = this.#waiting.first
    if (!next || next.rank >= run.rank) return
    this.#release(run)
    await this.#acquire(run)
  }

  #release(run: Run): void {
    if (this.#holder !== run) return
    this.#holder = this.#waiting.first
    if (this.#holder) this.#waiting.remove(this.#holder)
  }
}
