import { borderColor } from '../../image/border-color.ts'
import { convertTo } from '../../image/color-conversion.ts'
import { composite } from '../../image/composite.ts'
import { cropImage } from '../../image/crop.ts'
import { flattenOnto } from '../../image/flatten.ts'
import type { RasterImage } from '../../image/image.ts'
import { beside, peakOf, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'

/** Composites the image over the input `replace`, or, in place, over the color of the removed background. */
const backdrop: Operation<StepOf<'backdrop'>> = {
  async run(image, { behind }, context) {
    if (behind === 'replace') {
      const other = await replacement(image, context)
      convertTo(other, image)
      return putOver(other, image, context)
    }
    flattenOnto(image.pixels, image.backgroundColor ?? borderColor(image))
    return { ...image, alpha: false }
  },
  inputs: ({ behind }) => (behind === 'replace' ? ['replace'] : []),
  result: (image, { behind }) => ({ ...image, alpha: behind === 'replace' && image.alpha }),
  memory(image, { behind }, { replace }) {
    if (behind === 'auto') return { arrays: rgbaBytes(image) }
    return beside(
      rgbaBytes(image),
      peakOf(
        { arrays: replace.decodeBytes },
        beside(rgbaBytes(replace), resampleMemory(replace, image)),
      ),
    )
  },
}

/** The replacement, scaled to cover the image and center-cropped to its size. */
async function replacement(
  { width, height }: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  const image = await context.input('replace')
  const scale = Math.max(width / image.width, height / image.height)
  const window = {
    width: Math.min(image.width, Math.max(1, Math.round(width / scale))),
    height: Math.min(image.height, Math.max(1, Math.round(height / scale))),
  }
  const box = {
    ...window,
    x: (image.width - window.width) >> 1,
    y: (image.height - window.height) >> 1,
  }
  const filter = scale < 1 ? 'lanczos3' : 'catrom'
  return resample(cropImage(image, box), { width, height, filter })
}

/** Composites the image over the replacement, whose pixels are overwritten; straight alpha on both sides. */
async function putOver(
  behind: RasterImage,
  image: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  await composite(behind, image, 0, 0, 1, context)
  const { pixels, alpha } = behind
  return { ...image, pixels, alpha }
}

export default backdrop
