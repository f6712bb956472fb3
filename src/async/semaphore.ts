import { aborted } from '../shared/errors.ts'
import { nextTask } from './next-task.ts'

interface Waiting {
  order: number
  /** Slots that it takes, and those that it leaves free. */
  slots: number
  spare: number
  wake: () => void
}

/** Releases the slot while `part` runs, then reacquires it. */
export type ReleaseWhile = <T>(part: () => Promise<T>) => Promise<T>

/** A semaphore with priorities: limits how many tasks run at once; the waiting task with the smallest `order` is next. */
export class Semaphore {
  readonly #size: number
  #free: number
  #waiting: Waiting[] = []

  constructor(places: number) {
    this.#size = places
    this.#free = places
  }

  /**
   * Waits for a slot, then runs the task.
   * @param order smaller numbers go first.
   * @param options `alone`: the task takes all slots, so that no other runs beside it. `spare`: slots that it leaves free
   * for tasks that go before it.
   * @throws DarkroomError ABORTED where the signal comes while it waits.
   */
  async run<T>(
    order: number,
    signal: AbortSignal,
    task: (releaseWhile: ReleaseWhile) => Promise<T>,
    { alone = false, spare = 0 } = {},
  ): Promise<T> {
    const taken = alone ? { slots: this.#size, spare: 0 } : { slots: 1, spare }
    const { slots } = taken
    await this.#turn(order, taken, signal)
    let held = true
    const leave = () => {
      if (held) this.#free += slots
      held = false
      this.#next()
    }
    try {
      return await task(async (part) => {
        leave()
        const result = await part()
        await this.#turn(order, taken, signal)
        held = true
        return result
      })
    } finally {
      leave()
    }
  }

  #turn(
    order: number,
    { slots, spare }: Pick<Waiting, 'slots' | 'spare'>,
    signal: AbortSignal,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const give = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(aborted())
        this.#next()
      }
      const waiting: Waiting = {
        order,
        slots,
        spare,
        wake: () => {
          signal.removeEventListener('abort', give)
          resolve()
        },
      }
      signal.addEventListener('abort', give, { once: true })
      const after = this.#waiting.findIndex((each) => each.order > order)
      this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, waiting)
      // Resumed jobs are queued in one task, in any order: sort them before the first starts.
      nextTask().then(() => this.#next())
    })
  }

  #next(): void {
    for (
      let next = this.#waiting[0];
      next && next.slots + next.spare <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift()
      this.#free -= next.slots
      next.wake()
    }
  }
}
