import type { BuiltStep } from '../../src/plan/steps.ts'
import canvas from './canvas.ts'
import type { Operation } from './operation.ts'
import resize from './resize.ts'
import upscale from './upscale.ts'

/** Every step of a plan and what carries it out: the compiler names a step that has no operation. */
export const operations = { canvas, resize, upscale } satisfies {
  [Op in BuiltStep['op']]: Operation<Extract<BuiltStep, { op: Op }>>
}
