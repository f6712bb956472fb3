import type { ImageToImageModelName } from '../../models/models.ts'
import type { Box } from '../../src/plan/size.ts'
import { cropImage } from '../image/crop.ts'
import type { RasterImage } from '../image/image.ts'
import { paste } from '../image/paste.ts'
import { type InferenceContext, subProgress } from './context.ts'
import { runModel, withOneView } from './run-model.ts'

export const partsOf = (image: RasterImage, boxes: Box[]): RasterImage[] =>
  boxes.map((box) => cropImage(image, box))

/** What a network that keeps the size makes of each part, in one view. */
export async function runOnParts(
  parts: RasterImage[],
  model: ImageToImageModelName,
  context: InferenceContext,
): Promise<RasterImage[]> {
  const outputs: RasterImage[] = []
  for (const [i, part] of parts.entries()) {
    const share = subProgress(context, i / parts.length, (i + 1) / parts.length)
    outputs.push({ ...part, pixels: await runModel(part, model, withOneView(share)) })
  }
  return outputs
}

/** Parts of one size as one image. */
export function inARow(parts: RasterImage[]): RasterImage {
  const [first] = parts as [RasterImage]
  const width = parts.length * first.width
  const row = { ...first, width, pixels: new Uint8ClampedArray(4 * width * first.height) }
  for (const [i, part] of parts.entries()) paste(part, row, i * first.width, 0)
  return row
}
