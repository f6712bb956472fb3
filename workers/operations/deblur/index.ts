import type { Step } from '../../../src/contract/plan/steps.ts'
import {
  blend,
  blendWeight,
  opaqueColors,
  runModel,
  withAlphaAndGrey,
} from '../../inference/restore.ts'
import type { Operation } from '../operation.ts'
import { leastSharpened } from './focus.ts'

type Deblur = Extract<Step, { op: 'deblur' }>

/** Below the first of these a part of the image was in focus before, from the second on none was. */
const FOCUSED = 0.15
const BLURRED = 0.3
/** How much of the network's answer is taken where a part was in focus: what is not then is so by intention. */
const CAUTIOUS = 1 / 3

/** Undoes the blur of a lens by a network. An image that is in focus keeps most of its depth of field. */
const deblur: Operation<Deblur> = async (image, { model }, context) => {
  const source = opaqueColors(image)
  const answer = { ...source, pixels: await runModel(source, model, context) }
  const share = blendWeight(leastSharpened(source, answer), FOCUSED, BLURRED, CAUTIOUS)
  return withAlphaAndGrey(image, blend(source, answer, share).pixels)
}

export default deblur
