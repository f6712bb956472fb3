import type { Step } from '../../../src/contract/plan/steps.ts'
import { flattenOnto } from '../../image/flatten.ts'
import type { Operation } from '../operation.ts'

type Flatten = Extract<Step, { op: 'flatten' }>

/** Puts a colour behind what is transparent. Works in place. */
const flatten: Operation<Flatten> = async (image, { color }) => {
  if (image.alpha) flattenOnto(image.pixels, color)
  return { ...image, alpha: false }
}

export default flatten
