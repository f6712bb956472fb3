import type { ImageToImageModelName } from '../../../models/models.ts'
import type { TileSize } from '../../../src/shared/worker/tile-size.ts'
import { alphaBleed } from '../../image/alpha-bleed.ts'
import { copyAlpha, hasTransparency, type RasterImage } from '../../image/image.ts'
import {
  beside,
  type ImageShape,
  type Memory,
  peakOf,
  resampleMemory,
  rgbaBytes,
} from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { recomputeClipped } from '../../inference/clipped.ts'
import type { InferenceContext } from '../../inference/context.ts'
import type { Cells } from '../../inference/cover.ts'
import { halveOutput } from '../../inference/halve-output.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { isGray, toGray } from '../../inference/restore.ts'
import { runTiled } from '../../inference/run-tiled.ts'
import type { StepOf } from '../operation.ts'
import { neededCells } from './needed-cells.ts'
import { repair, repairMemory } from './repair.ts'

export type UpscaleModel = StepOf<'upscale'>['model']
type Scale = StepOf<'upscale'>['scale']

/**
 * Enlarges an image by a network; alpha is resized separately. A gray image stays gray.
 * @param isSparing whether SPAN leaves out what it would not make better: it is interpolated.
 */
export async function enlarge(
  image: RasterImage,
  model: UpscaleModel,
  scale: Scale,
  context: InferenceContext,
  isSparing = false,
): Promise<RasterImage> {
  const alpha = hasTransparency(image)
  // Colors of transparent pixels are arbitrary, often black: the network must not see them.
  const source = alpha ? { ...image, pixels: alphaBleed(image) } : image
  const redraws = model === 'restore-x4'
  const pixels = await (redraws ? restored : faithful)(source, model, scale, context, isSparing)
  if (isGray(source)) toGray(pixels)
  const { jpegQuality, damage, left, ...rest } = image
  const size = { width: image.width * scale, height: image.height * scale }
  const enlarged: RasterImage = { ...rest, ...size, pixels, ...(redraws && { redrawn: true }) }
  if (alpha) await resizeAlpha(image, enlarged)
  return enlarged
}

type Enlarge = (
  source: RasterImage,
  model: ImageToImageModelName,
  scale: Scale,
  context: InferenceContext,
  isSparing: boolean,
) => Promise<RasterImage['pixels']>

const faithful: Enlarge = async (source, model, scale, context, isSparing) => {
  let found: Promise<Cells> | undefined
  const findCells = () => {
    found ??= neededCells(source, context)
    return found
  }
  const spares = isSparing && model !== 'text-x4'
  const loaded = await context.load(model)
  const result = await runTiled(source, loaded, context, spares ? { findCells } : {})
  await recomputeClipped(source, result, loaded, context)
  const { pixels, suspect } = result
  const { width, height } = source
  const upscaled = { ...source, width: width * scale, height: height * scale, pixels }
  if (suspect) await repair(upscaled, source, suspect, scale)
  return pixels
}

/** What noise and artifacts leave far from the source is no error here, so nothing is repaired. */
const restored: Enlarge = async (source, model, scale, context) => {
  const loaded = await context.load(model)
  const { pixels } = await runTiled(source, scale === 2 ? halveOutput(loaded) : loaded, context)
  return pixels
}

async function resizeAlpha(image: RasterImage, enlarged: RasterImage): Promise<void> {
  const { width, height, pixels } = enlarged
  // `alpha: false`: the alpha plane must not be premultiplied by itself.
  const resampled = await resample({ ...image, alpha: false }, { width, height, filter: 'catrom' })
  copyAlpha(resampled.pixels, pixels)
}

/** Memory of `enlarge`. */
export function enlargeMemory(
  image: ImageShape,
  model: UpscaleModel,
  scale: Scale,
  tiles: TileSize,
): Memory {
  const to = { width: image.width * scale, height: image.height * scale }
  const held = rgbaBytes(to)
  return peakOf(
    tiledMemory(image, model, tiles, scale),
    beside(held + rgbaBytes(image), repairMemory(image, scale)),
    image.alpha ? beside(held, resampleMemory({ ...image, alpha: false }, to)) : { arrays: 0 },
  )
}
