import type { Size } from '../../../src/plan/size.ts'
import { leastSide } from '../known-answers.ts'
import type { Pace } from './pace.ts'

/** A check that takes longer is made with the smallest tile. */
const LONGEST_MS = 5_000

/** The shape to check before tiles of a shape are computed; undefined for tiles that have no inside. */
export function shapeToCheck(
  { width, height }: Size,
  halo: number,
  msPerPixel: number,
): Size | undefined {
  const least = leastSide(halo)
  if (Math.min(width, height) < least) return undefined
  return width * height * msPerPixel > LONGEST_MS
    ? { width: least, height: least }
    : { width, height }
}

/** A tile that would take longer by a first run, which compiles, is timed by a second one. */
const UNSURE_MS = 1_000

/** Checks each shape of a network's tiles once, before it is used. */
export class ShapeChecks {
  readonly #halo: number
  readonly #pace: Pace
  readonly #check: (shape: Size) => Promise<void>
  readonly #checks = new Map<string, Promise<void>>()

  /** `check` rejects where the GPU answers wrongly. */
  constructor(halo: number, pace: Pace, check: (shape: Size) => Promise<void>) {
    this.#halo = halo
    this.#pace = pace
    this.#check = check
  }

  async before({ width, height }: Size): Promise<void> {
    const side = leastSide(this.#halo)
    const least = { width: side, height: side }
    const ms = () => (this.#pace.msPerPixel ?? Number.POSITIVE_INFINITY) * width * height
    if (Math.min(width, height) < side) return
    if (this.#pace.msPerPixel === undefined) await this.#once(least)
    if (ms() > UNSURE_MS) await this.#once(least, 'again')
    const shape = shapeToCheck({ width, height }, this.#halo, ms() / (width * height))
    if (shape) await this.#once(shape)
  }

  #once(shape: Size, time = ''): Promise<void> {
    const { width, height } = shape
    const key = `${width} x ${height} ${time}`
    const check = this.#checks.get(key) ?? this.#pace.wait(this.#check(shape), width * height)
    this.#checks.set(key, check)
    check.catch(() => this.#checks.delete(key))
    return check
  }
}
