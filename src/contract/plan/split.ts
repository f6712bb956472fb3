import { layout } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits } from './limits.ts'
import { type ImageInfo, type LocalPlan, type Plan, resizeOrSubjectSteps } from './plan.ts'
import type { RemoteStep } from './remote-step.ts'
import type { Output, Step } from './steps.ts'

/** A plan with a remote segment as what one after the other carries out. */
export interface Split {
  /** What makes the image that is sent, where it is not the source itself. */
  before?: LocalPlan
  remote: RemoteStep
  /** What is done to the image that came back; undefined where that is the result. */
  after?: (returned: ImageInfo) => LocalPlan
  /** How many steps that comes to at most. */
  maxStepsAfter: number
}

/** Nothing is lost on the way to the service. */
const lossless: Output = { format: 'png', quality: 100, exif: false }
/** Cut, upscale, resize, cut, canvas: what framing comes to at most, beside the steps between them. */
const MAX_RESIZE_STEPS = 5

/** The parts of a plan, where it has a remote segment. */
export function split({ source, steps, output }: Plan, limits: Limits): Split | undefined {
  const at = steps.findIndex(({ op }) => op === 'remote')
  const remote = steps[at]
  if (remote?.op !== 'remote') return undefined
  const [before, rest] = [steps.slice(0, at), steps.slice(at + 1)]
  return {
    ...(source && before.length > 0 && { before: { source, steps: before, output: lossless } }),
    remote,
    ...(rest.length > 0 && {
      after: (returned: ImageInfo) => ({
        // `auto` is about what the caller gave.
        source: { ...returned, format: source?.format ?? returned.format },
        steps: rest.flatMap((step) => resolveFit(step, returned, limits)),
        output,
      }),
    }),
    maxStepsAfter: rest.reduce((sum, step) => sum + maxStepsOf(step), 0),
  }
}

/** @throws DarkroomError TOO_LARGE where what came back, or what it would become, passes the limits. */
function resolveFit(step: Step, returned: ImageInfo, limits: Limits): Step[] {
  if (step.op !== 'fit') return [step]
  checkDecoded(returned, limits)
  const { op, ...framing } = step
  checkOutput(layout(returned, framing.target).canvas, framing.limits, 'width')
  return resizeOrSubjectSteps(framing, returned)
}

const maxStepsOf = (step: Step) => (step.op === 'fit' ? MAX_RESIZE_STEPS + 1 + step.between.length : 1)
