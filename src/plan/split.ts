import { resolveDetail } from './detail-step.ts'
import { layout } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits } from './limits.ts'
import { type ImageInfo, type LocalPlan, type Plan, resizeOrSubjectSteps } from './plan.ts'
import type { RemoteStep } from './remote-step.ts'
import { MAX_RESIZE_STEPS } from './resize-steps.ts'
import type { Size } from './size.ts'
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
  /** Whether `after` needs the image that was sent. */
  needsSent: boolean
}

/** How images are encoded that are sent to the service. */
const lossless: Output = { format: 'png', quality: 100, exif: false }

/** Splits a plan at its remote step; undefined if it has none. */
export function split({ source, steps, output, sizes }: Plan, limits: Limits): Split | undefined {
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
        steps: resolveAfter(rest, returned, limits),
        output,
        ...(sizes && { sizes }),
      }),
    }),
    needsSent: rest.some(({ op }) => op === 'matte' || op === 'detail'),
    maxStepsAfter: rest.reduce((sum, step) => sum + maxStepsOf(step), stepsOfSizes(sizes)),
  }
}

/**
 * The steps for an image that came back.
 * @throws DarkroomError TOO_LARGE where it, or the result, exceeds the limits.
 */
function resolveAfter(rest: Step[], returned: Size, limits: Limits): Step[] {
  checkDecoded(returned, limits)
  let size = returned
  return rest.flatMap((step) => {
    if (step.op === 'fit') return resolveFit(step, size)
    if (step.op !== 'detail') return [step]
    const resolved = resolveDetail(step, size)
    size = resolved.size
    return resolved.steps
  })
}

/** Each is scaled down and encoded beside its own steps; the plan counts encoding once. */
const stepsOfSizes = (sizes: Plan['sizes'] = []): number =>
  sizes.reduce((sum, { steps }) => sum + steps.length + 2, 0)

function resolveFit({ op, ...options }: Extract<Step, { op: 'fit' }>, image: Size): Step[] {
  checkOutput(layout(image, options.target).canvas, options.limits, 'width')
  return resizeOrSubjectSteps(options, image)
}

function maxStepsOf(step: Step): number {
  if (step.op === 'fit') return MAX_RESIZE_STEPS + 1 + step.between.length
  return step.op === 'detail' ? MAX_RESIZE_STEPS + 1 : 1
}
