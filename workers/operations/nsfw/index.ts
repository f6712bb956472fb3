import type { NsfwDetails } from '../../../src/shared/worker/details.ts'
import type { RasterImage } from '../../image/image.ts'
import { beside, peakOf, rgbaBytes } from '../../image/memory.ts'
import { infer } from '../../inference/infer.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { resizeAlignedCorners } from './resize-aligned-corners.ts'

/** Above the threshold, replaces the image by the input `nsfw`, or by a gray image of the same size. A threshold of 0 always does. */
const nsfw: Operation<StepOf<'nsfw'>> = {
  async run(image, { threshold, substitute }, context) {
    const classes = await classify(image, context)
    const score = classes.porn + classes.hentai
    const triggered = score > threshold || threshold === 0
    context.note({ nsfw: { score, triggered, classes } })
    if (!triggered) return image
    return substitute ? context.input('nsfw') : grayImage(image)
  },
  models: () => [MODEL],
  inputs: ({ substitute }) => (substitute ? ['nsfw'] : []),
  result: (image, { substitute }, { nsfw: other }) =>
    substitute && rgbaBytes(other) > rgbaBytes(image) ? other : image,
  memory: (image, { substitute }, { nsfw: other }) =>
    beside(
      rgbaBytes(image),
      peakOf(fixedInputMemory(MODEL), {
        arrays: substitute ? other.decodeBytes : rgbaBytes(image),
      }),
    ),
}

const MODEL = 'nsfw'

/** Probabilities of the five classes of nsfwjs' MobileNet v2. */
async function classify(
  image: RasterImage,
  context: OperationContext,
): Promise<NsfwDetails['classes']> {
  const loaded = await context.loadFixedInput(MODEL)
  const { width, height } = loaded.model
  const outputs = await infer(resizeAlignedCorners(image, width, height), loaded, context)
  const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = outputs.output ?? []
  return { drawing, hentai, neutral, porn, sexy }
}

function grayImage({ width, height }: RasterImage): RasterImage {
  const pixels = new Uint8ClampedArray(width * height * 4)
  new Uint32Array(pixels.buffer).fill(0xff808080)
  return { width, height, pixels, alpha: false }
}

export default nsfw
