import { isCleanDrawing } from '../../evidence/damage.ts'
import { measurePixels } from '../../evidence/measure.ts'
import { type Curve, interpolate } from '../../image/curve.ts'
import type { RasterImage } from '../../image/image.ts'
import { blend, restoreAlphaAndGray } from '../../inference/restore.ts'
import { runModel } from '../../inference/run-model.ts'
import type { OperationContext } from '../operation.ts'
import { CLEAN_MODEL } from '../restore/models.ts'
import { blockiness } from './blockiness.ts'

/**
 * The weights of the network's output that came closest to photographs on average, by the quality of the JPEG that
 * they had become, and by its blockiness.
 */
const BY_QUALITY: Curve = [
  [20, 0.97],
  [40, 0.9],
  [60, 0.82],
  [75, 0.74],
  [85, 0.66],
  [90, 0.6],
  [95, 0.42],
  [100, 0.1],
]
const BY_BLOCKINESS: Curve = [
  [1.05, 0.1],
  [1.2, 0.55],
  [1.5, 0.74],
  [1.9, 0.89],
  [2.4, 0.97],
]

/**
 * Runs the model and blends its output in by how strongly the image was compressed: by what its file says, or, as it may
 * have been compressed before, by how blocky it is. The few straight edges of a drawing make blocks of their own: where
 * one shows no compression otherwise, its file alone decides.
 */
async function removeBlocks(source: RasterImage, context: OperationContext) {
  const output = { ...source, pixels: await runModel(source, CLEAN_MODEL, context) }
  const byFile = interpolate(BY_QUALITY, source.jpegQuality ?? 100)
  const byBlockiness = interpolate(BY_BLOCKINESS, blockiness(source, output))
  const isMisled = byBlockiness > byFile && isCleanDrawing(await measurePixels(source, context))
  const weight = isMisled ? byFile : Math.max(byFile, byBlockiness)
  return blend(source, output, weight).pixels
}

/** The image without compression; `source` has its colors, opaque. */
export const withoutBlocks = async (
  image: RasterImage,
  source: RasterImage,
  context: OperationContext,
) => cleaned(image, await removeBlocks(source, context))

/** The image with the new pixels, which are no longer those of a JPEG. */
export function cleaned(image: RasterImage, pixels: RasterImage['pixels']): RasterImage {
  const { jpegQuality, ...result } = restoreAlphaAndGray(image, pixels)
  return result
}

/** The pixels are no longer those of a JPEG, but an enlargement has to know of it. */
export const afterCompression = ({ jpegQuality, ...image }: RasterImage): RasterImage => ({
  ...image,
  damage: 'compressed',
})
