import { layout } from '../../../src/contract/plan/geometry.ts'
import { checkOutput } from '../../../src/contract/plan/limits.ts'
import { resizeSteps } from '../../../src/contract/plan/resize-steps.ts'
import type { ResizeOptions, Step } from '../../../src/contract/plan/steps.ts'
import type { RasterImage } from '../../image/image.ts'
import { findSubject } from './find-subject.ts'

type Located = ResizeOptions & { focus: 'content' | 'item' }

/** Cut, upscale, resize, cut, canvas: what framing comes to at most, beside the steps between them. */
const MOST_FRAMING = 5

/** The most steps that can take the place of one that finds something. */
export const maxSubjectSteps = ({ between }: ResizeOptions) => MOST_FRAMING + between.length

/** The most steps that a list can come to, those that find something and what follows from them too. */
export const mostSteps = (steps: Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'subject' ? maxSubjectSteps(step) : 0), 0)

/**
 * Finds the content or item of an image and says which steps bring it into the frame.
 * @throws DarkroomError TOO_LARGE where the result would be larger than is allowed.
 */
export async function subjectSteps(image: RasterImage, framed: Located): Promise<Step[]> {
  const found = await findSubject(image, framed)
  const { canvas } = layout(image, framed.target, found)
  const path = framed.target.minLength === undefined ? 'fit' : 'min_length'
  checkOutput(canvas, framed.limits, path)
  return resizeSteps(image, framed, found)
}
