import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { type InferenceContext, subProgress } from '../../inference/context.ts'
import { meanChange } from '../../inference/mean-change.ts'
import { inARow, partsOf, runOnParts } from '../../inference/parts.ts'
import { leastSharpened } from '../deblur/focus.ts'
import { DEBLUR_MODEL, NOISE_MODEL, RESTORE_MODEL, SOFT_MODEL } from './models.ts'

/** Side of the parts that are looked at, in pixels. */
const PART = 96
/** Parts of all kinds, from the one with the most texture to the flattest, for noise: it is in all. */
const NOISE_PARTS = 6
/** Parts with the most texture, for blur. */
const BLUR_PARTS = 4
/**
 * What denoising changes in more than half of the parts of a noisy image, of 255: dense texture is taken for noise, but not
 * all parts have it, and what is black or white shows no noise. models/build/train/restore/README.md has what follows.
 */
const NOISY = 0.8

/** Whether an image that is not compressed is noisy. `cells`: of `byTexture`. */
export async function isNoisy(
  image: RasterImage,
  cells: Box[],
  context: InferenceContext,
): Promise<boolean> {
  const last = cells.length - 1
  const spread = Array.from({ length: NOISE_PARTS }, (_, i) =>
    Math.round((i * last) / (NOISE_PARTS - 1)),
  )
  const parts = partsOf(
    image,
    cells.filter((_, i) => spread.includes(i)),
  )
  const outputs = await runOnParts(parts, NOISE_MODEL, context)
  const changes = parts.map((part, i) => meanChange(part, outputs[i] as RasterImage))
  const median = changes.sort((a, b) => a - b)[Math.floor((changes.length - 1) / 2)] as number
  return median >= NOISY
}

/**
 * What sharpening adds to the parts with the most texture, 0 to 1 as `leastSharpened`; to those without other damage where
 * there is some. `cells`: of `byTexture`.
 */
export async function sharpening(
  image: RasterImage,
  cells: Box[],
  hasOtherDamage: boolean,
  context: InferenceContext,
): Promise<number> {
  const parts = partsOf(image, cells.slice(0, BLUR_PARTS))
  if (!hasOtherDamage)
    return leastSharpened(inARow(parts), inARow(await runOnParts(parts, DEBLUR_MODEL, context)))
  const soft = await runOnParts(parts, SOFT_MODEL, subProgress(context, 0, 0.5))
  const sharp = await runOnParts(parts, RESTORE_MODEL, subProgress(context, 0.5, 1))
  return leastSharpened(inARow(soft), inARow(sharp))
}

/** Cells of an image, or all of a small one, by how much luma changes from pixel to pixel: most first. */
export function byTexture(image: RasterImage): Box[] {
  const cells = cellsOf(image)
  const textures = new Map(cells.map((cell) => [cell, textureOf(image, cell)]))
  const order = (a: Box, b: Box) => (textures.get(b) as number) - (textures.get(a) as number)
  return cells.sort(order)
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
