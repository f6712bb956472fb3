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

/** How fast a worker was at what it has done so far. */
export class Throughput {
  readonly #measured = new Map<Work, { ms: number; pixels: number }>()

  note(work: Work, pixels: number, ms: number): void {
    const before = this.#measured.get(work) ?? { ms: 0, pixels: 0 }
    this.#measured.set(work, { ms: before.ms + ms, pixels: before.pixels + pixels })
  }

  /** How long a piece of work would take, if work of its kind was done before. */
  ms(work: Work, pixels: number): number | undefined {
    const measured = this.#measured.get(work)
    return measured && (measured.ms / measured.pixels) * pixels
  }
}
