import type { ImageToImageModelName } from '../../../models/models.ts'
import type { Size } from '../../../src/plan/size.ts'
import type { TileSize } from '../../../src/shared/worker/tile-size.ts'
import type { RasterImage } from '../../image/image.ts'
import {
  beside,
  type ImageShape,
  type Memory,
  peakOf,
  resampleMemory,
  rgbaBytes,
} from '../../image/memory.ts'
import { ramp } from '../../image/plane.ts'
import { resample } from '../../image/resample.ts'
import { subProgress } from '../../inference/context.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { blend, restoreAlphaAndGray, runModel } from '../../inference/restore.ts'
import type { OperationContext } from '../operation.ts'

interface Stage {
  model: ImageToImageModelName
  /** The weight of its output. */
  share: number
}

/** What runs on a face, in order. A fully sharpened face looks drawn. */
const STAGES = [
  { model: 'clean', share: 1 },
  { model: 'denoise-v2', share: 1 },
  { model: 'deblur', share: 0.1 },
] as const satisfies Stage[]

export const RESTORE_MODELS = STAGES.map(({ model }) => model)

/** Root mean square change, 0 to 255: a face was clean up to the first, and poor from the second on. */
const CLEAN = 1
const POOR = 2.5

/**
 * Removes noise, JPEG artifacts and blur from a face. The networks were trained on degradations as cameras make them, so
 * they run at the size at which the face was taken: `enlarged` times smaller, and at most `maxSide` pixels per side. A
 * face that was clean is left unchanged.
 */
export async function restoreFace(
  part: RasterImage,
  enlarged: number,
  maxSide: number,
  context: OperationContext,
): Promise<RasterImage> {
  const { factor, size } = workingSize(part, enlarged, maxSide)
  const input = factor > 1 ? await resample(part, { ...size, filter: 'triangle' }) : part
  const output = await runStages(input, context)
  const isLimited = Math.max(part.width, part.height) / enlarged > maxSide
  const share = isLimited ? 1 : repairWeight(input, output)
  const enlargedOutput =
    factor > 1
      ? await resample(
          output,
          { width: part.width, height: part.height, filter: 'catrom' },
          { release: true },
        )
      : output
  return blend(part, enlargedOutput, share)
}

/** Memory of `restoreFace`. */
export function restoreFaceMemory(
  part: ImageShape,
  enlarged: number,
  maxSide: number,
  tiles: TileSize,
): Memory {
  const { factor, size } = workingSize(part, enlarged, maxSide)
  const small = { ...part, ...size }
  // Held during each stage: its input, and the part itself if that is larger.
  const held = rgbaBytes(small) + (factor > 1 ? rgbaBytes(part) : 0)
  return peakOf(
    factor > 1 ? resampleMemory(part, size) : { arrays: 0 },
    ...STAGES.map(({ model }) => beside(held, tiledMemory(small, model, tiles))),
    factor > 1 ? beside(held, resampleMemory(small, part, true)) : { arrays: 0 },
    { arrays: 2 * rgbaBytes(part) + rgbaBytes(small) },
  )
}

/** The size at which a part is restored, and the downscaling factor. */
export function workingSize({ width, height }: Size, enlarged: number, maxSide: number) {
  const factor = Math.max(enlarged, Math.max(width, height) / maxSide)
  return { factor, size: { width: side(width / factor), height: side(height / factor) } }
}

const side = (length: number) => Math.max(1, Math.round(length))

async function runStages(input: RasterImage, context: OperationContext): Promise<RasterImage> {
  let image = input
  for (const [i, { model, share }] of STAGES.entries()) {
    const part = subProgress(context, i / STAGES.length, (i + 1) / STAGES.length)
    // Four views would take four times as long for at most 0.13 dB.
    const output = restoreAlphaAndGray(image, await runModel(image, model, part, true))
    image = blend(image, output, share)
  }
  return image
}

/** The weight of the restoration, 0 to 1, by how much it changed: a clean face keeps its pixels. */
function repairWeight(before: RasterImage, after: RasterImage): number {
  let sum = 0
  for (let i = 0; i < before.pixels.length; i++) {
    sum += ((before.pixels[i] as number) - (after.pixels[i] as number)) ** 2
  }
  const change = Math.sqrt(sum / before.pixels.length)
  return ramp(CLEAN, POOR, change)
}
