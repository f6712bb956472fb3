import { aborted } from '../contract/errors.ts'
import { nextTask } from './next-task.ts'

interface Waiting {
  order: number
  wake: () => void
}

/** Releases the slot while `part` runs, then reacquires it. */
export type ReleaseWhile = <T>(part: () => Promise<T>) => Promise<T>

/** A semaphore with priorities: limits how many tasks run at once; the waiting task with the smallest `order` is next. */
export class Semaphore {
  #free: number
  #waiting: Waiting[] = []

  constructor(places: number) {
    this.#free = places
  }

  /**
   * Waits for a slot, then runs the task.
   * @param order smaller numbers go first.
   * @throws DarkroomError ABORTED where the signal comes while it waits.
   */
  async run<T>(
    order: number,
    signal: AbortSignal,
    task: (releaseWhile: ReleaseWhile) => Promise<T>,
  ): Promise<T> {
    await this.#turn(order, signal)
    let held = true
    const leave = () => {
      if (held) this.#free++
      held = false
      this.#next()
    }
    try {
      return await task(async (part) => {
        leave()
        const result = await part()
        await this.#turn(order, signal)
        held = true
        return result
      })
    } finally {
      leave()
    }
  }

  #turn(order: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const give = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(aborted())
      }
      const waiting: Waiting = {
        order,
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
    while (this.#free > 0) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#free--
      next.wake()
    }
  }
}
