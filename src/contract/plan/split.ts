import { layout } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits } from './limits.ts'
import { type ImageInfo, type LocalPlan, type Plan, resizeOrSubjectSteps } from './plan.ts'
import type { RemoteStep } from './remote-step.ts'
import type { Output, Step } from './steps.ts'

/** A plan with a remote step, split into the parts that are carried out one after the other. */
export interface Split {
  /** Makes the image that is sent. Absent where the source itself is sent. */
  before?: LocalPlan
  remote: RemoteStep
  /** Plans what is done to the returned image. Absent where that image is the result. */
  after?: (returned: ImageInfo) => LocalPlan
  /** The largest number of steps that `after` can have. */
  maxStepsAfter: number
}

/** How images are encoded that are sent to the service. */
const lossless: Output = { format: 'png', quality: 100, exif: false }
/** Crop, upscale, resize, crop, canvas: the most that resizing takes, apart from the steps between them. */
const MAX_RESIZE_STEPS = 5

/** Splits a plan at its remote step; undefined if it has none. */
export function split({ source, steps, output }: Plan, limits: Limits): Split | undefined {
  const index = steps.findIndex(({ op }) => op === 'remote')
  const remote = steps[index]
  if (remote?.op !== 'remote') return undefined
  const [before, rest] = [steps.slice(0, index), steps.slice(index + 1)]
  return {
    ...(source && before.length > 0 && { before: { source, steps: before, output: lossless } }),
    remote,
    ...(rest.length > 0 && {
      after: (returned: ImageInfo) => ({
        // The output format `auto` refers to the caller's source.
        source: { ...returned, format: source?.format ?? returned.format },
        steps: rest.flatMap((step) => resolveFit(step, returned, limits)),
        output,
      }),
    }),
    maxStepsAfter: rest.reduce((sum, step) => sum + maxStepsOf(step), 0),
  }
}

/** @throws DarkroomError TOO_LARGE where the returned image, or the result, exceeds the limits. */
function resolveFit(step: Step, returned: ImageInfo, limits: Limits): Step[] {
  if (step.op !== 'fit') return [step]
  checkDecoded(returned, limits)
  const { op, ...options } = step
  checkOutput(layout(returned, options.target).canvas, options.limits, 'width')
  return resizeOrSubjectSteps(options, returned)
}

const maxStepsOf = (step: Step) =>
  step.op === 'fit' ? MAX_RESIZE_STEPS + 1 + step.between.length : 1
