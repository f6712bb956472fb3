import type { Box, Size } from '../../../src/plan/size.ts'
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
import { meanChange } from '../../inference/mean-change.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { partsOf, runOnParts } from '../../inference/parts.ts'
import { blend, restoreAlphaAndGray } from '../../inference/restore.ts'
import { runModel } from '../../inference/run-model.ts'
import { middleOf } from '../../inference/sample.ts'
import type { OperationContext } from '../operation.ts'
import { RESTORE_MODEL } from '../restore/models.ts'

/** Root mean square change, 0 to 255: a face was clean up to the first, and poor from the second on. */
const CLEAN = 1
const POOR = 2.5

/** Side in pixels of the parts of a large face that are looked at first: it has so many times their pixels at least. */
const PART = 96
const LARGE = 8
/** The columns and rows of a grid, and its cells in whose middles they lie, the face first. In the corners is background. */
const GRID = 3
const CELLS = [
  [1, 1],
  [1, 0],
  [0, 1],
  [2, 1],
  [1, 2],
] as const
/** The change in them below which a face is clean: models/build/train/restore/README.md has what it leaves out. */
const UNCHANGED = 0.8
/** Of the progress. */
const LOOK_SHARE = 0.05

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
  const isLimited = Math.max(part.width, part.height) / enlarged > maxSide
  if (!isLimited && (await isClean(input, subProgress(context, 0, LOOK_SHARE)))) return part
  const rest = subProgress(context, LOOK_SHARE, 1)
  const output = restoreAlphaAndGray(input, await runModel(input, RESTORE_MODEL, rest))
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

/** Whether the network would leave a large face as it is, by a few parts of it, or fewer where these are poor enough. */
async function isClean(face: RasterImage, context: OperationContext): Promise<boolean> {
  const parts = partsOf(face, lookedAt(face))
  let left = parts.length * UNCHANGED ** 2
  for (const [i, part] of parts.entries()) {
    const share = subProgress(context, i / parts.length, (i + 1) / parts.length)
    const [output] = (await runOnParts([part], RESTORE_MODEL, share)) as [RasterImage]
    left -= meanChange(part, output) ** 2
    if (left <= 0) return false
  }
  return left > 0
}

function lookedAt(face: Size): Box[] {
  const { width, height } = face
  const isLarge = width * height >= LARGE * CELLS.length * PART ** 2
  if (!isLarge || Math.min(width, height) < GRID * PART) return []
  return CELLS.map((cell) => middleOf(face, GRID, cell, PART))
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
