import { compareKeys, WaitingList } from '../shared/waiting-list.ts'
import { nextTask } from './next-task.ts'

interface Waiting {
  order: readonly number[]
  /** Slots that it takes, and those that it leaves free. */
  slots: number
  spare: number
}

/** Releases the slot while `part` runs, then reacquires it. */
export type ReleaseWhile = <T>(part: () => Promise<T>) => Promise<T>

/** A semaphore with priorities: limits how many tasks run at once. Where the first that waits does not fit, all wait. */
export class Semaphore {
  readonly #size: number
  #free: number
  readonly #waiting = new WaitingList<Waiting>((a, b) => compareKeys(a.order, b.order))

  constructor(size: number) {
    this.#size = size
    this.#free = size
  }

  /**
   * Waits for a slot, then runs the task.
   * @param order smaller ones go first: compared by the first number that differs.
   * @param options `alone`: the task takes all slots, so that no other runs beside it. `spare`: slots that it leaves free
   * for tasks that go before it.
   * @throws DarkroomError ABORTED where the signal comes while it waits.
   */
  async run<T>(
    order: readonly number[],
    signal: AbortSignal,
    task: (releaseWhile: ReleaseWhile) => Promise<T>,
    { alone = false, spare = 0 } = {},
  ): Promise<T> {
    const slots = alone ? this.#size : 1
    const acquire = () => this.#acquire({ order, slots, spare: alone ? 0 : spare }, signal)
    await acquire()
    let held = true
    const release = () => {
      if (held) this.#free += slots
      held = false
      this.#next()
    }
    try {
      return await task(async (part) => {
        release()
        const result = await part()
        await acquire()
        held = true
        return result
      })
    } finally {
      release()
    }
  }

  #acquire(waiting: Waiting, signal: AbortSignal): Promise<void> {
    const acquired = this.#waiting.add(waiting, signal)
    // What it held up may go on.
    acquired.catch(() => this.#next())
    // Resumed jobs are queued in one task, in any order: sort them before the first starts.
    nextTask().then(() => this.#next())
    return acquired
  }

  #next(): void {
    for (
      let next = this.#waiting.first;
      next && next.slots + next.spare <= this.#free;
      next = this.#waiting.first
    ) {
      this.#free -= next.slots
      this.#waiting.remove(next)
    }
  }
}
