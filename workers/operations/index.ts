import type { Step } from '../../src/plan/plan.ts'
import canvas from './canvas.ts'
import type { Operation } from './operation.ts'
import resize from './resize.ts'
import upscale from './upscale.ts'

/** Every step of a plan and what carries it out: the compiler names a step that has no operation. */
export const operations = { canvas, resize, upscale } satisfies {
  [Op in Step['op']]: Operation<Extract<Step, { op: Op }>>
}
