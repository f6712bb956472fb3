import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import type { Plane } from '../../image/plane.ts'
import type { OperationContext, StepOf } from '../operation.ts'
import { scaledTo } from './mask-input.ts'

/** Of a pixel of a row: 1 keeps, -1 erases, 0 leaves what was found. Valid until the next call. */
export type Corrections = (y: number) => Int8Array

/** What hints say, 0 to 255: more keeps, less erases. Transparent ones say nothing. */
const KEEPS = 192
const ERASES = 64
const NEUTRAL = 128

/** The caller's corrections of what stays. Undefined where there are none. */
export async function correctionsOf(
  image: Size,
  { hints, keep = [], erase = [], framing }: StepOf<'cut_out'>,
  context: OperationContext,
): Promise<Corrections | undefined> {
  if (!hints && keep.length + erase.length === 0) return undefined
  const drawn = hints && (await scaledTo(await context.input('hints'), image, framing))
  const row = new Int8Array(image.width)
  return (y) => {
    row.fill(0)
    for (const box of keep) fillRow(row, y, box, 1)
    if (drawn) readHints(row, y, drawn)
    for (const box of erase) fillRow(row, y, box, -1)
    return row
  }
}

function fillRow(row: Int8Array, at: number, { x, y, width, height }: Box, value: number): void {
  if (at >= y && at < y + height) row.fill(value, x, x + width)
}

function readHints(row: Int8Array, y: number, { pixels, width }: RasterImage): void {
  for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
    const alpha = (pixels[at + 3] as number) / 255
    const hint = Math.round(NEUTRAL + alpha * (255 * lumaAt(pixels, at) - NEUTRAL))
    if (hint > KEEPS) row[x] = 1
    else if (hint < ERASES) row[x] = -1
  }
}

/** A corrected copy of a mask, which may be smaller than the image. */
export function correctMask(mask: Plane, corrections: Corrections, image: Size): Plane {
  const values = mask.values.slice()
  for (let y = 0, i = 0; y < mask.height; y++) {
    const row = corrections(Math.floor(((y + 0.5) * image.height) / mask.height))
    for (let x = 0; x < mask.width; x++, i++) {
      const correction = row[Math.floor(((x + 0.5) * image.width) / mask.width)]
      if (correction) values[i] = Number(correction > 0)
    }
  }
  return { ...mask, values }
}

/** Corrects a row of an alpha, in place. */
export function correctRow(alpha: Float32Array, corrections: Int8Array): void {
  for (let x = 0; x < alpha.length; x++) {
    const correction = corrections[x]
    if (correction) alpha[x] = Number(correction > 0)
  }
}
