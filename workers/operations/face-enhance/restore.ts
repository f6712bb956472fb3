import type { ImageToImageModelName } from '../../../models/models.ts'
import type { RasterImage } from '../../image/image.ts'
import { ramp } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import { blend, runModel, withAlphaAndGrey } from '../../inference/restore.ts'
import type { OperationContext } from '../operation.ts'

/** What a face goes through, and how much of the answer is taken: a face that is sharpened wholly looks drawn. */
const STAGES = [
  { model: 'clean', share: 1 },
  { model: 'denoise-v2', share: 1 },
  { model: 'deblur-v2', share: 0.1 },
] as const satisfies { model: ImageToImageModelName; share: number }[]

/** Change, as the mean square root of squares, up to which a face was clean, and from which on it was not. */
const CLEAN = 1
const POOR = 2.5

/**
 * A face without the noise, the marks of JPEG and the blur of the image. The networks know those as cameras make
 * them: the face is brought back to the size that it was taken at, `enlarged` times smaller, and to `most` pixels a side
 * at most. What was clean stays as it came.
 */
export async function restored(
  part: RasterImage,
  enlarged: number,
  most: number,
  context: OperationContext,
): Promise<RasterImage> {
  const factor = Math.max(enlarged, Math.max(part.width, part.height) / most)
  const size = { width: side(part.width / factor), height: side(part.height / factor) }
  const taken = factor > 1 ? await resample(part, { ...size, filter: 'triangle' }) : part
  const better = await repairedIn(taken, context)
  const limited = Math.max(part.width, part.height) / enlarged > most
  const share = limited ? 1 : trust(taken, better)
  const large =
    factor > 1
      ? await resample(better, { width: part.width, height: part.height, filter: 'catrom' })
      : better
  return blend(part, large, share)
}

const side = (length: number) => Math.max(1, Math.round(length))

async function repairedIn(taken: RasterImage, context: OperationContext): Promise<RasterImage> {
  let image = taken
  for (const [i, { model, share }] of STAGES.entries()) {
    const part = subProgress(context, i / STAGES.length, (i + 1) / STAGES.length)
    const answer = withAlphaAndGrey(image, await runModel(image, model, part))
    image = blend(image, answer, share)
  }
  return image
}

/** How much of a face was in need of repair, 0 to 1, by how much was changed. */
function trust(before: RasterImage, after: RasterImage): number {
  let sum = 0
  for (let i = 0; i < before.pixels.length; i++) {
    sum += ((before.pixels[i] as number) - (after.pixels[i] as number)) ** 2
  }
  const change = Math.sqrt(sum / before.pixels.length)
  return ramp(CLEAN, POOR, change)
}
