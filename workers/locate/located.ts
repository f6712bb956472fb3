import { framing } from '../../src/plan/framing.ts'
import { layout } from '../../src/plan/geometry.ts'
import { checkOutput } from '../../src/plan/limits.ts'
import type { Framing, Step } from '../../src/plan/steps.ts'
import type { Picture } from '../picture.ts'
import { find } from './find.ts'

type Located = Framing & { focus: 'content' | 'item' }

/** Cut, upscale, resize, cut, canvas: what framing comes to at most, beside the steps between them. */
const MOST_FRAMING = 5

/** The most steps that can take the place of one that finds something. */
export const mostLocated = ({ between }: Framing) => MOST_FRAMING + between.length

/** The most steps that a list can come to, those that find something and what follows from them too. */
export const mostSteps = (steps: Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + (step.op === 'locate' ? mostLocated(step) : 0), 0)

/**
 * Finds the content or item of a picture and says which steps bring it into the frame.
 * @throws DarkroomError TOO_LARGE where the result would be larger than is allowed.
 */
export async function located(picture: Picture, framed: Located): Promise<Step[]> {
  const found = await find(picture, framed)
  const { canvas } = layout(picture, framed.frame, found)
  const path = framed.frame.minLength === undefined ? 'fit' : 'min_length'
  checkOutput(canvas, framed.limits, path)
  return framing(picture, framed, found)
}
