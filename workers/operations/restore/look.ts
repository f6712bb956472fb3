import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { type InferenceContext, subProgress } from '../../inference/context.ts'
import { meanChange } from '../../inference/mean-change.ts'
import { inARow, partsOf, runOnParts } from '../../inference/parts.ts'
import { leastSharpened } from '../deblur/focus.ts'

/** All kinds of damage are removed by the first; the second leaves blur. */
export const RESTORE = 'restore'
export const SOFT = 'restore-soft'
export const LOOKING_MODELS = [RESTORE, SOFT] as const

/** Side in pixels and number of the parts that are looked at. */
const PART = 96
const PARTS = 4
/**
 * The least that denoising changes in a part of a noisy image, of 255: texture is lost in some, noise is in all.
 * models/build/train/restore/README.md shows what follows.
 */
const NOISY = 0.5

/** What the parts with the most texture show: what denoising takes from them, and what sharpening adds to that, 0 to 1. */
export async function lookAt(
  image: RasterImage,
  seesBlur: boolean,
  context: InferenceContext,
): Promise<{ noisy: boolean; sharpened: number }> {
  const parts = partsOf(image, texturedParts(image))
  const soft = await runOnParts(parts, SOFT, subProgress(context, 0, 0.5))
  const changes = soft.map((output, i) => meanChange(parts[i] as RasterImage, output))
  const noisy = Math.min(...changes) >= NOISY
  if (!seesBlur) return { noisy, sharpened: 0 }
  const sharp = await runOnParts(parts, RESTORE, subProgress(context, 0.5, 1))
  return { noisy, sharpened: leastSharpened(inARow(soft), inARow(sharp)) }
}

/** The cells whose luma changes most from pixel to pixel; all of a small image. */
function texturedParts(image: RasterImage): Box[] {
  const cells = cellsOf(image)
  const textures = new Map(cells.map((cell) => [cell, textureOf(image, cell)]))
  const byTexture = (a: Box, b: Box) => (textures.get(b) as number) - (textures.get(a) as number)
  return cells.sort(byTexture).slice(0, PARTS)
}

function cellsOf({ width, height }: Size): Box[] {
  const [columns, rows] = [startsOf(width), startsOf(height)]
  const [cellWidth, cellHeight] = [Math.min(PART, width), Math.min(PART, height)]
  return rows.flatMap((y) => columns.map((x) => ({ x, y, width: cellWidth, height: cellHeight })))
}

/** Evenly spread from one end to the other; of an image that is not a multiple of cells they overlap. */
function startsOf(length: number): number[] {
  const count = Math.ceil(length / PART)
  const step = (length - PART) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, i) => Math.max(0, Math.round(i * step)))
}

function textureOf({ pixels, width }: RasterImage, box: Box): number {
  let sum = 0
  for (let y = box.y; y < box.y + box.height; y++)
    for (let i = y * width + box.x + 1; i < y * width + box.x + box.width; i++)
      sum += (lumaAt(pixels, i * 4) - lumaAt(pixels, i * 4 - 4)) ** 2
  return sum
}
