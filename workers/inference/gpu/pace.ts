import { DarkroomError } from '../../../src/shared/errors.ts'
import { answerWithin, type Wait } from '../answer-within.ts'

/** A GPU that other pages use, or that compiles, is slower than before. */
const TIMES = 10
const LEAST_MS = 10_000

/** How long a GPU may take for some pixels, by the slowest that it computed before: that compiled its shaders, too. */
export const limitMs = (slowest: number | undefined, pixels: number): number =>
  slowest === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_MS, TIMES * slowest * pixels)

/** The pace at which a GPU runs a network. */
export class Pace {
  /** Milliseconds for a pixel. */
  #slowest: number | undefined
  #fastest: number | undefined
  readonly #clock: Wait | undefined

  /** `slowest`: what an earlier worker of the page found. */
  constructor(slowest?: number, clock?: Wait) {
    this.#slowest = slowest
    this.#clock = clock
  }

  get slowest(): number | undefined {
    return this.#slowest
  }

  /** Milliseconds for a pixel where nothing is compiled. */
  get msPerPixel(): number | undefined {
    return this.#fastest
  }

  /**
   * Waits for the answer to a run over so many pixels.
   * @throws DarkroomError DEVICE_LOST where it takes far longer than earlier ones: some drivers hang, and do not tell that the
   *   device is lost.
   */
  async wait<T>(answer: Promise<T>, pixels: number): Promise<T> {
    const limit = limitMs(this.#slowest, pixels)
    const answered = await answerWithin(answer, limit, this.#clock)
    if (!answered) throw silent(limit)
    const ms = answered.ms / pixels
    this.#slowest = Math.max(this.#slowest ?? 0, ms)
    this.#fastest = Math.min(this.#fastest ?? ms, ms)
    return answered.value
  }
}

const silent = (ms: number) =>
  new DarkroomError(
    'DEVICE_LOST',
    `The GPU failed: it did not answer for ${Math.round(ms / 1000)} s`,
  )
