import { EVIDENCE_BYTES } from '../../evidence/measure.ts'
import { FACE_DETECTOR } from '../../faces/detect.ts'
import { beside, mostOf, peakOf, rgbaBytes } from '../../image/memory.ts'
import { subProgress } from '../../inference/context.ts'
import { type Operation, resized, type StepOf } from '../operation.ts'
import { chooseModel } from './choose-model.ts'
import { enlarge, enlargeMemory } from './enlarge.ts'
import { keepFaces } from './keep-faces.ts'

/** The whole image's share of the progress, where its faces are enlarged once more. */
const WHOLE_SHARE = 0.8

/**
 * Enlarges an image 2 or 4 times by a network: faithfully (SPAN), or restoring it on the way, as the request or the
 * image itself says.
 */
const upscale: Operation<StepOf<'upscale'>> = {
  async run(image, step, context) {
    const { model, damage } = await chooseModel(image, step, context)
    if (!step.keepFaces || damage !== 'compressed')
      return enlarge(image, model, step.scale, context, true)
    const enlarged = await enlarge(image, model, step.scale, subProgress(context, 0, WHOLE_SHARE))
    await keepFaces(image, enlarged, step, subProgress(context, WHOLE_SHARE, 1))
    return enlarged
  },
  models: (step) => [...modelsOf(step), ...(step.keepFaces ? [FACE_DETECTOR] : [])],
  result: (image, { scale }) =>
    resized(image, { width: image.width * scale, height: image.height * scale }),
  memory: (image, step, _inputs, tiles) =>
    peakOf(
      beside(rgbaBytes(image), { arrays: EVIDENCE_BYTES }),
      mostOf(...modelsOf(step).map((model) => enlargeMemory(image, model, step.scale, tiles))),
    ),
}

const modelsOf = ({ model, ifDegraded }: StepOf<'upscale'>) =>
  ifDegraded ? [model, ifDegraded] : [model]

export default upscale
