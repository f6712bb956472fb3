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
import { tiledMemory } from '../../inference/memory.ts'
import { blend, restoreAlphaAndGray } from '../../inference/restore.ts'
import { runModel } from '../../inference/run-model.ts'
import type { OperationContext } from '../operation.ts'

/** Noise, blur and compression at once. */
export const RESTORE_MODEL = 'restore'

/** Root mean square change, 0 to 255: a face was clean up to the first, and poor from the second on. */
const CLEAN = 1
const POOR = 2.5

/**
 * Removes noise, JPEG artifacts and blur from a face. The network was trained on degradations as cameras make them, so
 * it runs at the size at which the face was taken: `enlarged` times smaller, and at most `maxSide` pixels per side. A
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
  const output = restoreAlphaAndGray(input, await runModel(input, RESTORE_MODEL, context))
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
    beside(held, tiledMemory(small, RESTORE_MODEL, tiles)),
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

/** The weight of the restoration, 0 to 1, by how much it changed: a clean face keeps its pixels. */
function repairWeight(before: RasterImage, after: RasterImage): number {
  let sum = 0
  for (let i = 0; i < before.pixels.length; i++) {
    sum += ((before.pixels[i] as number) - (after.pixels[i] as number)) ** 2
  }
  const change = Math.sqrt(sum / before.pixels.length)
  return ramp(CLEAN, POOR, change)
}
