import { copyAlpha, hasTransparency } from '../../image/image.ts'
import { beside, peakOf, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import type { Operation, StepOf } from '../operation.ts'

/**
 * Gives a cut-out that came back without transparency the alpha with which it was sent, scaled to its size. In place.
 * The colors that the service put behind it show nowhere: those of the item were sent without a background.
 */
const restoreAlpha: Operation<StepOf<'matte'>> = {
  async run(image, _step, context) {
    if (hasTransparency(image)) return image
    const sent = await context.input('sent')
    if (!hasTransparency(sent)) return image
    const { width, height } = image
    const scaled = await resample(sent, { width, height, filter: 'triangle' })
    copyAlpha(scaled.pixels, image.pixels)
    context.observe({ alphaRestored: true })
    return { ...image, alpha: true }
  },
  inputs: () => ['sent'],
  result: (image) => ({ ...image, alpha: true }),
  memory: (image, _step, { sent }) =>
    beside(rgbaBytes(image), peakOf({ arrays: sent.decodeBytes }, resampleMemory(sent, image))),
}

export default restoreAlpha
