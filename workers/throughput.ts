import type { LocalPlan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import type { Step } from '../src/plan/steps.ts'

/** A kind of work: what is done, and its model, type or format. */
export type Work = string

export const workOf = (step: Step): Work =>
  Object.values(step)
    .filter((value) => typeof value === 'string')
    .join(' ')

export const decodingOf = ({ source }: LocalPlan): Work => `decode ${source.format}`
export const encodingOf = ({ output, source }: LocalPlan): Work =>
  `encode ${output.bitmap ? 'bitmap' : (output.format ?? source.format)}`

/** The larger of the images before and after a step decides how long it takes. */
export const pixelsOf = (...images: Size[]): number =>
  Math.max(...images.map(({ width, height }) => width * height))

/**
 * The power of the pixels by which the time of an operation grows; it is 1 where none is given. A network that sees images of any
 * size at one takes as long for all; the border of a cut-out grows with the image's sides.
 */
const GROWTH: Record<string, number> = { background: 0, nsfw: 0, cut_out: 0.5 }

/** The amount of work, 1 for a megapixel. */
export const amountOf = (work: Work, pixels: number): number =>
  (pixels / 1e6) ** (GROWTH[work.split(' ')[0] as string] ?? 1)

/** How fast a worker was at what it has done so far. */
export class Throughput {
  readonly #measured = new Map<Work, { ms: number; amount: number }>()

  note(work: Work, pixels: number, ms: number): void {
    const before = this.#measured.get(work) ?? { ms: 0, amount: 0 }
    const amount = before.amount + amountOf(work, pixels)
    this.#measured.set(work, { ms: before.ms + ms, amount })
  }

  /** How long a piece of work would take, if work of its kind was done before. */
  ms(work: Work, pixels: number): number | undefined {
    const measured = this.#measured.get(work)
    return measured && (measured.ms / measured.amount) * amountOf(work, pixels)
  }
}
