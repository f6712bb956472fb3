import type { RasterImage } from '../../image/image.ts'
import { blend, blendWeight, restoreAlphaAndGray, runModel } from '../../inference/restore.ts'
import type { OperationContext, StepOf } from '../operation.ts'
import { blockiness } from './blockiness.ts'

/** Blockiness: an image was hardly compressed up to the first, and certainly was from the second on. */
const CLEAN_BLOCKINESS = 1.2
const JPEG_BLOCKINESS = 1.6
/** The minimum weight of the network's output, for images that were hardly compressed: fine detail resembles block artifacts. */
const MIN_WEIGHT = 0.5

/** Runs the model and blends its output in by how blocky the image was. */
export async function removeBlocks(
  source: RasterImage,
  model: StepOf<'clean'>['model'],
  context: OperationContext,
) {
  const output = { ...source, pixels: await runModel(source, model, context) }
  const weight = blendWeight(
    blockiness(source, output),
    CLEAN_BLOCKINESS,
    JPEG_BLOCKINESS,
    MIN_WEIGHT,
  )
  return blend(source, output, weight).pixels
}

/** The image with the new pixels, which are no longer those of a JPEG. */
export function cleaned(image: RasterImage, pixels: RasterImage['pixels']): RasterImage {
  const { jpegQuality, ...result } = restoreAlphaAndGray(image, pixels)
  return result
}
