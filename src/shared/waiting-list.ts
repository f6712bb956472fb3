import { aborted } from './errors.ts'

interface Entry<T> {
  readonly item: T
  /** Lets it go on. */
  wake(): void
}

/** What waits, the next first; of those that compare as equal, the first to arrive. An abort ends the waiting. */
export class WaitingList<T> {
  readonly #compare: (a: T, b: T) => number
  #entries: readonly Entry<T>[] = []

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  get first(): T | undefined {
    return this.#entries[0]?.item
  }

  /** What waits now: it may be removed meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    for (const { item } of this.#entries) yield item
  }

  /**
   * Resolves when the item is removed.
   * @throws DarkroomError ABORTED where the signal comes before that.
   */
  add(item: T, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const give = () => {
        this.#drop(entry)
        reject(aborted())
      }
      const wake = () => {
        signal.removeEventListener('abort', give)
        resolve()
      }
      const entry = { item, wake }
      signal.addEventListener('abort', give, { once: true })
      this.#entries = [...this.#entries, entry].sort((a, b) => this.#compare(a.item, b.item))
    })
  }

  remove(item: T): void {
    const entry = this.#entries.find((each) => each.item === item)
    if (!entry) return
    this.#drop(entry)
    entry.wake()
  }

  #drop(entry: Entry<T>): void {
    this.#entries = this.#entries.filter((each) => each !== entry)
  }
}

/** Compares by the first number that differs: what has the smaller one comes first. */
export function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, i) => key !== b[i])
  return (a[at] ?? 0) - (b[at] ?? 0)
}
