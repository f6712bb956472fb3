import type { ImageToImageModelName } from '../../models/models.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import { cropImage } from '../image/crop.ts'
import type { RasterImage } from '../image/image.ts'
import { paste } from '../image/paste.ts'
import { type InferenceContext, subProgress } from './context.ts'
import { runTiled } from './run-tiled.ts'
import { inOneView } from './tiles.ts'

/** Side of a part in pixels, and how many there are along each axis. */
const PART = 192
const PARTS = 4
/** Smaller images are computed at once: the parts would be a larger share of them. */
const LARGE = 4e6

/** Evenly spread parts of an image, side by side, and what a network makes of each. */
export interface Sample {
  source: RasterImage
  output: RasterImage
}

/** Runs a network that keeps the size, in one view, on parts of a large opaque image. Undefined for others. */
export async function sampleOf(
  image: RasterImage,
  model: ImageToImageModelName,
  context: InferenceContext,
): Promise<Sample | undefined> {
  const boxes = partsOf(image)
  if (boxes.length === 0) return undefined
  const loaded = await context.load(model)
  const oneView = { ...loaded, model: inOneView(loaded.model) }
  const [source, output] = [emptySample(image), emptySample(image)]
  for (const [i, box] of boxes.entries()) {
    const part = cropImage(image, box)
    const share = subProgress(context, i / boxes.length, (i + 1) / boxes.length)
    const { pixels } = await runTiled(part, oneView, share)
    const [x, y] = [(i % PARTS) * PART, Math.floor(i / PARTS) * PART]
    paste(part, source, x, y)
    paste({ ...part, pixels }, output, x, y)
  }
  return { source, output }
}

/** The largest of what `measure` finds in the parts of a sample. */
export function mostOfParts(
  { source, output }: Sample,
  measure: (source: RasterImage, output: RasterImage) => number,
): number {
  const values = Array.from({ length: PARTS ** 2 }, (_, i) => {
    const box = {
      x: (i % PARTS) * PART,
      y: Math.floor(i / PARTS) * PART,
      width: PART,
      height: PART,
    }
    return measure(cropImage(source, box), cropImage(output, box))
  })
  return Math.max(...values)
}

/** The middles of the cells of a grid over a large image. */
function partsOf({ width, height }: Size): Box[] {
  if (width * height <= LARGE || Math.min(width, height) < PARTS * PART) return []
  const start = (length: number, i: number) => Math.floor(((i + 0.5) * length) / PARTS - PART / 2)
  return Array.from({ length: PARTS ** 2 }, (_, i) => ({
    x: start(width, i % PARTS),
    y: start(height, Math.floor(i / PARTS)),
    width: PART,
    height: PART,
  }))
}

const emptySample = (image: RasterImage): RasterImage => ({
  ...image,
  width: PART * PARTS,
  height: PART * PARTS,
  pixels: new Uint8ClampedArray(4 * (PART * PARTS) ** 2),
})
