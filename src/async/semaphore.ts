import { aborted } from '../contract/errors.ts'
import { nextTask } from './next-task.ts'

interface Waiting {
  order: number
  /** Slots that it takes. */
  slots: number
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
   * @param options `alone`: the task takes all slots, so that no other runs beside it.
   * @throws DarkroomError ABORTED where the signal comes while it waits.
   */
  async run<T>(
    order: number,
    signal: AbortSignal,
    task: (releaseWhile: ReleaseWhile) => Promise<T>,
    { alone = false } = {},
  ): Promise<T> {
    const slots = alone ? this.#size : 1
    await this.#turn(order, slots, signal)
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
        await this.#turn(order, slots, signal)
        held = true
        return result
      })
    } finally {
      leave()
    }
  }

  #turn(order: number, slots: number, signal: AbortSignal): Promise<void> {
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
    for (let next = this.#waiting[0]; next && next.slots <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.slots
      next.wake()
    }
  }
}
