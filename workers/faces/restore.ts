import type { PainterName } from '../../models/models.ts'
import { type Context, within } from '../operations/operation.ts'
import { resample } from '../operations/resize.ts'
import { like, mixed, repaired } from '../operations/restore.ts'
import type { Picture } from '../picture.ts'
import { ramp } from '../tone/plane.ts'

/** What a face goes through, and how much of the answer is taken: a face that is sharpened wholly looks drawn. */
const STAGES = [
  { model: 'clean', share: 1 },
  { model: 'denoise-v2', share: 1 },
  { model: 'deblur-v2', share: 0.1 },
] as const satisfies { model: PainterName; share: number }[]

/** Change, as the mean square root of squares, up to which a face was clean, and from which on it was not. */
const CLEAN = 1
const POOR = 2.5

/**
 * A face without the noise, the marks of JPEG and the blur of the picture. The networks know those as cameras make
 * them: the face is brought back to the size that it was taken at, `enlarged` times smaller, and to `most` pixels a side
 * at most. What was clean stays as it came.
 */
export async function restored(
  part: Picture,
  enlarged: number,
  most: number,
  context: Context,
): Promise<Picture> {
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
  return mixed(part, large, share)
}

const side = (length: number) => Math.max(1, Math.round(length))

async function repairedIn(taken: Picture, context: Context): Promise<Picture> {
  let picture = taken
  for (const [i, { model, share }] of STAGES.entries()) {
    const part = within(context, i / STAGES.length, (i + 1) / STAGES.length)
    const answer = like(picture, await repaired(picture, model, part))
    picture = mixed(picture, answer, share)
  }
  return picture
}

/** How much of a face was in need of repair, 0 to 1, by how much was changed. */
function trust(before: Picture, after: Picture): number {
  let sum = 0
  for (let i = 0; i < before.pixels.length; i++) {
    sum += ((before.pixels[i] as number) - (after.pixels[i] as number)) ** 2
  }
  const change = Math.sqrt(sum / before.pixels.length)
  return ramp(CLEAN, POOR, change)
}
