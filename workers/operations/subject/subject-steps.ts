import { isDarkroomError } from '../../../src/contract/errors.ts'
import { layout } from '../../../src/contract/plan/geometry.ts'
import { checkOutput } from '../../../src/contract/plan/limits.ts'
import { resizeSteps } from '../../../src/contract/plan/resize-steps.ts'
import type { Box, Size } from '../../../src/contract/plan/size.ts'
import type { ResizeOptions, Step } from '../../../src/contract/plan/steps.ts'
import type { RasterImage } from '../../image/image.ts'
import { findSubject } from './find-subject.ts'

type SubjectOptions = ResizeOptions & { focus: 'content' | 'item' }

/** Crop, upscale, resize, crop, canvas: the most steps of resizing, beside the steps between them. */
const MAX_RESIZE_STEPS = 5

/** The most steps that a list can come to, those that follow from a subject too. */
export const maxSteps = (steps: Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'subject' ? maxSubjectSteps(step) : 0), 0)

const maxSubjectSteps = ({ between }: ResizeOptions) => MAX_RESIZE_STEPS + between.length

/**
 * Finds the content or item of an image and says which steps bring it into the frame.
 * @throws DarkroomError TOO_LARGE where the result would be larger than is allowed.
 */
export async function subjectSteps(image: RasterImage, options: SubjectOptions): Promise<Step[]> {
  return stepsFor(image, options, await findSubject(image, options))
}

/** Each side of the boxes that may be found, as a share of the one before it. */
const RATIO = 0.75

/** The steps for whatever may be found: for boxes of many sizes and shapes, about the middle of the image. */
export function possibleSubjectSteps(image: Size, options: SubjectOptions): Step[][] {
  return sidesUpTo(image.width).flatMap((width) =>
    sidesUpTo(image.height).flatMap((height) => {
      const x = (image.width - width) >> 1
      const y = (image.height - height) >> 1
      try {
        return [stepsFor(image, options, { x, y, width, height })]
      } catch (error) {
        // What is too large would be refused.
        if (isDarkroomError(error)) return []
        throw error
      }
    }),
  )
}

const sidesUpTo = (length: number): number[] =>
  length <= 1 ? [1] : [length, ...sidesUpTo(Math.floor(length * RATIO))]

function stepsFor(image: Size, options: SubjectOptions, found: Box): Step[] {
  const { canvas } = layout(image, options.target, found)
  const path = options.target.minLength === undefined ? 'fit' : 'min_length'
  checkOutput(canvas, options.limits, path)
  return resizeSteps(image, options, found)
}
