import type { Step } from '../../../src/contract/plan/steps.ts'
import type { NsfwDetails } from '../../../src/contract/worker/details.ts'
import type { RasterImage } from '../../image/image.ts'
import { infer } from '../../inference/infer.ts'
import type { Operation, OperationContext } from '../operation.ts'
import { resizeAlignedCorners } from './resize-bilinear.ts'

type Nsfw = Extract<Step, { op: 'nsfw' }>

/** Above the threshold the input `nsfw` takes the image's place, or a grey image of its size. At 0 always. */
const nsfw: Operation<Nsfw> = async (image, { threshold, substitute }, context) => {
  const classes = await classified(image, context)
  const score = classes.porn + classes.hentai
  const triggered = score > threshold || threshold === 0
  context.note({ nsfw: { score, triggered, classes } })
  if (!triggered) return image
  return substitute ? context.input('nsfw') : plain(image)
}

/** How sure nsfwjs' MobileNet v2 is of each of its five classes. */
async function classified(
  image: RasterImage,
  context: OperationContext,
): Promise<NsfwDetails['classes']> {
  const loaded = await context.loadFixedInput('nsfw')
  const { width, height } = loaded.model
  const seen = await infer(resizeAlignedCorners(image, width, height), loaded, context)
  const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = seen.output ?? []
  return { drawing, hentai, neutral, porn, sexy }
}

function plain({ width, height }: RasterImage): RasterImage {
  const pixels = new Uint8ClampedArray(width * height * 4)
  new Uint32Array(pixels.buffer).fill(0xff808080)
  return { width, height, pixels, alpha: false }
}

export default nsfw
