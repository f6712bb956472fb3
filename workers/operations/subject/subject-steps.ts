import { layout } from '../../../src/plan/geometry.ts'
import { checkOutput } from '../../../src/plan/limits.ts'
import { MAX_RESIZE_STEPS, resizeSteps } from '../../../src/plan/resize-steps.ts'
import type { Box, Size } from '../../../src/plan/size.ts'
import type { DeferredStep, Step } from '../../../src/plan/steps.ts'
import { isDarkroomError } from '../../../src/shared/errors.ts'
import type { RasterImage } from '../../image/image.ts'
import { once } from '../../image/load-wasm.ts'
import type { OperationContext } from '../operation.ts'
import { see, usesMatte } from './matte.ts'

type SubjectOptions = Omit<Extract<DeferredStep, { op: 'subject' }>, 'op'>

/** The maximum number of steps that a list can grow to, including the steps that each `subject` step expands to. */
export const maxSteps = (steps: Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'subject' ? maxSubjectSteps(step) : 0), 0)

const maxSubjectSteps = ({ between }: SubjectOptions) => MAX_RESIZE_STEPS + between.length

/** The steps that take the place of a `subject` step. */
export interface FoundSteps {
  steps: Step[]
  /** False if another run may find others: no matte could be made, or its models were not available. */
  final: boolean
}

/** What finds a subject: a script of its own, as most jobs look for none. */
const loadFinder = once(() => import('./find-subject.ts'))

/**
 * Finds the content or item of an image and returns the steps that fit it into the frame. `available`: the models of the
 * matte are stored, or the request needs others anyway.
 * @throws DarkroomError TOO_LARGE if the result would exceed the limits.
 */
export async function subjectSteps(
  image: RasterImage,
  options: SubjectOptions,
  available: () => Promise<boolean>,
  context: OperationContext,
): Promise<FoundSteps> {
  let final = true
  const { findSubject } = await loadFinder()
  const { box, by } = await findSubject(image, options, async () => {
    const uses = usesMatte(image, false) || (await available())
    const seen = uses ? await see(image, options.focus, context) : 'unavailable'
    final = seen !== 'unavailable'
    return seen === 'unavailable' ? undefined : seen
  })
  if (by) context.noteFoundBy(by)
  else if (options.target.fit === 'crop') context.observe({ itemMissing: true })
  return { steps: stepsFor(image, options, box), final }
}

/** Ratio of consecutive side lengths of the boxes in `possibleSubjectSteps`. */
const RATIO = 0.75

/**
 * The steps for a range of possible subjects: boxes of many sizes and shapes, centered in the image. They predict what a
 * job may need before its subject is known.
 */
export function possibleSubjectSteps(image: Size, options: SubjectOptions): Step[][] {
  return sidesUpTo(image.width).flatMap((width) =>
    sidesUpTo(image.height).flatMap((height) => {
      const x = (image.width - width) >> 1
      const y = (image.height - height) >> 1
      return ifAllowed(image, options, { x, y, width, height })
    }),
  )
}

/** The steps where all of the image is the subject; none where the result would exceed the limits. */
export const wholeSubjectSteps = ({ width, height }: Size, options: SubjectOptions): Step[] =>
  ifAllowed({ width, height }, options, { x: 0, y: 0, width, height }).flat()

function ifAllowed(image: Size, options: SubjectOptions, found: Box): Step[][] {
  try {
    return [stepsFor(image, options, found)]
  } catch (error) {
    // `subjectSteps` refuses such a result too.
    if (isDarkroomError(error)) return []
    throw error
  }
}

const sidesUpTo = (length: number): number[] =>
  length <= 1 ? [1] : [length, ...sidesUpTo(Math.floor(length * RATIO))]

function stepsFor(image: Size, options: SubjectOptions, found: Box): Step[] {
  const { canvas } = layout(image, options.target, found)
  const path = options.target.minLength === undefined ? 'fit' : 'min_length'
  checkOutput(canvas, options.limits, path)
  return resizeSteps(image, options, found)
}
