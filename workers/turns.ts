import { aborted } from '../src/shared/errors.ts'
import { type Priority, rankOf } from '../src/shared/priority.ts'

interface Waiting {
  turn: Turn
  wake(): void
}

/** Lets one run of a worker work at a time. A more urgent one goes on at the next checkpoint of the other. */
export class Turns {
  #current: Turn | undefined
  /** The most urgent first; of those the first to arrive. */
  #waiting: Waiting[] = []
  #arrivals = 0

  /** The turn of a run, which has to `begin` it and `end` it. */
  create(priority: Priority | undefined, signal: AbortSignal): Turn {
    return new Turn(this, rankOf(priority), ++this.#arrivals, signal)
  }

  /** @throws DarkroomError ABORTED where the signal comes while it waits. */
  async take(turn: Turn): Promise<void> {
    if (this.#current) await this.#wait(turn)
    else this.#current = turn
  }

  /** Lets more urgent runs go first. */
  async pass(turn: Turn): Promise<void> {
    const [next] = this.#waiting
    if (!next || next.turn.rank >= turn.rank) return
    this.leave(turn)
    await this.take(turn)
  }

  leave(turn: Turn): void {
    if (this.#current !== turn) return
    const next = this.#waiting.shift()
    this.#current = next?.turn
    next?.wake()
  }

  #wait(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      if (turn.signal.aborted) return reject(aborted())
      const give = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(aborted())
      }
      const waiting: Waiting = {
        turn,
        wake: () => {
          turn.signal.removeEventListener('abort', give)
          resolve()
        },
      }
      turn.signal.addEventListener('abort', give, { once: true })
      this.#waiting = [...this.#waiting, waiting].sort(byTurn)
    })
  }
}

const byTurn = ({ turn: a }: Waiting, { turn: b }: Waiting) =>
  a.rank - b.rank || a.arrival - b.arrival

/** One run's right to work. */
class Turn {
  readonly rank: number
  readonly arrival: number
  readonly signal: AbortSignal
  readonly #turns: Turns

  constructor(turns: Turns, rank: number, arrival: number, signal: AbortSignal) {
    this.#turns = turns
    this.rank = rank
    this.arrival = arrival
    this.signal = signal
  }

  begin(): Promise<void> {
    return this.#turns.take(this)
  }

  /** Lets more urgent runs go first. */
  pass(): Promise<void> {
    return this.#turns.pass(this)
  }

  end(): void {
    this.#turns.leave(this)
  }
}
