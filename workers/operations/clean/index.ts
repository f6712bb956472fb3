import type { TileSize } from '../../../src/shared/worker/tile-size.ts'
import { EVIDENCE_BYTES } from '../../evidence/measure.ts'
import type { RasterImage } from '../../image/image.ts'
import {
  alphaBleedBytes,
  beside,
  type ImageShape,
  type Memory,
  mostOf,
  peakOf,
  resampleMemory,
  rgbaBytes,
} from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { opaqueColors } from '../../inference/restore.ts'
import { runModel } from '../../inference/run-model.ts'
import { type Operation, type OperationContext, resized, type StepOf } from '../operation.ts'
import { enlarge } from '../upscale/enlarge.ts'
import { estimateUpscale, SMALLEST_SCALE } from './estimate-upscale.ts'
import { isPixelArt } from './is-pixel-art.ts'
import { cleaned, withoutBlocks } from './remove-blocks.ts'
import { undoUpscale, undoUpscaleBytes } from './undo-upscale.ts'

type Clean = StepOf<'clean'>

/** Upscaling of the original of an enlarged image, and the scale factor from which BY_4 is used. */
const BY_2 = { model: 'span-x2', scale: 2 } as const
const BY_4 = { model: 'span-x4', scale: 4 } as const
const BY_4_FROM = 2.2

/**
 * Removes JPEG artifacts by a network. If the image was enlarged by plain interpolation, the network runs on the
 * reconstructed original, and SPAN upscales the result to the image's size. Enlarged pixel art stays as it is.
 */
const clean: Operation<Clean> = {
  async run(image, { model }, context) {
    const source = opaqueColors(image)
    const original = estimateUpscale(source)
    if (!original) return withoutBlocks(image, source, context)
    if (original.kernel === 'nearest' && isPixelArt(image, original)) {
      context.noteUnchanged()
      return image
    }
    const small = await undoUpscale(source, original, subProgress(context, 0, 0.2))
    const restored = {
      ...small,
      pixels: await runModel(small, model, subProgress(context, 0.2, 0.4)),
    }
    const { pixels } = await upscaleTo(image, restored, subProgress(context, 0.4, 1))
    return cleaned(image, pixels)
  },
  models: ({ model }) => [model, BY_2.model, BY_4.model],
  memory: (image, { model }, _inputs, tiles) =>
    peakOf(
      { arrays: 3 * rgbaBytes(image) + alphaBleedBytes(image) + EVIDENCE_BYTES },
      mostOf(
        tiledMemory(image, model, tiles),
        enlargedMemory(image, model, tiles, SMALLEST_SCALE, BY_2),
        enlargedMemory(image, model, tiles, BY_4_FROM, BY_4),
      ),
    ),
}

/** Memory for an image that was enlarged so many times, and is again by a network. */
function enlargedMemory(
  image: ImageShape,
  model: Clean['model'],
  tiles: TileSize,
  factor: number,
  by: typeof BY_2 | typeof BY_4,
): Memory {
  const side = (length: number) => Math.ceil(length / factor)
  const small = { width: side(image.width), height: side(image.height), alpha: false }
  const large = resized(small, { width: small.width * by.scale, height: small.height * by.scale })
  const held = rgbaBytes(image) + alphaBleedBytes(image)
  return beside(
    held,
    peakOf(
      { arrays: rgbaBytes(small) + undoUpscaleBytes(image) },
      tiledMemory(small, model, tiles),
      tiledMemory(small, by.model, tiles),
      beside(rgbaBytes(small), resampleMemory(large, image)),
    ),
  )
}

/** Upscales an image by the model for its scale factor, to the exact size of another image. */
async function upscaleTo(
  { width, height }: RasterImage,
  small: RasterImage,
  context: OperationContext,
): Promise<RasterImage> {
  const { model, scale } = width > BY_4_FROM * small.width ? BY_4 : BY_2
  const large = await enlarge(small, model, scale, context)
  if (large.width === width && large.height === height) return large
  return resample(large, { width, height, filter: 'lanczos3' })
}

export default clean
