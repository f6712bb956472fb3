import type { Step } from '../../../src/contract/plan/steps.ts'
import { cropImage } from '../../image/crop.ts'
import type { Operation } from '../operation.ts'

type Crop = Extract<Step, { op: 'crop' }>

/** Keeps a rectangle of the image, which must lie inside it. */
const crop: Operation<Crop> = async (image, step) => cropImage(image, step)

export default crop
