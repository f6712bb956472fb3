import { cropRows } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { type ImageShape, type Memory, resampleMemory } from '../../image/memory.ts'
import { mixColor } from '../../image/mix-color.ts'
import { resample } from '../../image/resample.ts'
import { IMPLAUSIBLE, NOT_COMPUTED } from '../../inference/tiled-run.ts'

/** Distances from a suspect pixel, in source pixels: full replacement, then the range over which it fades out. */
const REACH = 4
const FADE = 4
/** Source rows that are interpolated at once, and the extra rows on each side that the filter reads. */
const BAND = 64
const MARGIN = 3

/**
 * Replaces the network's output by bicubic interpolation where there is none, or it is implausible. SPAN exceeds its
 * output range, by hundreds, on checkerboards, dither, small text and heavy noise; colors near such a pixel are off
 * too, so its surroundings are replaced as well.
 * @param suspect - that of `runTiled`; overwritten.
 */
export async function repair(
  upscaled: RasterImage,
  source: RasterImage,
  suspect: Uint8Array,
  scale: number,
): Promise<void> {
  if (!suspect.some((mark) => mark > 0)) return
  const weights = fade(suspect, source.width, source.height)
  for (let y = 0; y < source.height; y += BAND) {
    const rows = Math.min(BAND, source.height - y)
    const nearby = weights.subarray(
      Math.max(0, y - 1) * source.width,
      (y + rows + 1) * source.width,
    )
    if (!nearby.some((weight) => weight > 0)) continue
    const top = Math.max(0, y - MARGIN)
    const band = cropRows(source, top, Math.min(source.height, y + rows + MARGIN) - top)
    const bicubic = await resample(band, {
      width: upscaled.width,
      height: band.height * scale,
      filter: 'catrom',
    })
    for (let row = y * scale; row < (y + rows) * scale; row++) {
      blendRow(upscaled, row, bicubic.pixels, row - top * scale, weights, source, scale)
    }
  }
}

/** Memory of one band of `repair`. */
export function repairMemory({ width, height }: ImageShape, scale: number): Memory {
  const band = { width, height: Math.min(height, BAND + 2 * MARGIN), alpha: false }
  return resampleMemory(band, { width: width * scale, height: band.height * scale })
}

/**
 * Turns marks into weights of 0 to FADE by chessboard distance, in two passes over the image. In place. The pixels next to
 * what was not computed get the full weight too: weights are interpolated.
 */
function fade(marks: Uint8Array, width: number, height: number): Uint8Array {
  const markAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (marks[y * width + x] as number)
  for (let i = 0; i < marks.length; i++) marks[i] = reachOf(marks[i] as number)
  const propagate = (x: number, y: number, dy: number) => {
    const at = y * width + x
    const strongest = Math.max(
      markAt(x - 1, y + dy),
      markAt(x, y + dy),
      markAt(x + 1, y + dy),
      markAt(x + dy, y),
    )
    if (strongest - 1 > (marks[at] as number)) marks[at] = strongest - 1
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) propagate(x, y, -1)
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) propagate(x, y, 1)
  for (let i = 0; i < marks.length; i++) marks[i] = Math.min(marks[i] as number, FADE)
  return marks
}

const reachOf = (mark: number): number =>
  mark === IMPLAUSIBLE ? REACH + FADE : mark === NOT_COMPUTED ? FADE + 1 : 0

/** Blends one row of the interpolation into the result, by bilinearly interpolated weights. */
function blendRow(
  { width, height, pixels }: RasterImage,
  row: number,
  bicubic: Uint8ClampedArray,
  bicubicRow: number,
  weights: Uint8Array,
  source: RasterImage,
  scale: number,
): void {
  const v = Math.min(Math.max((row + 0.5) / scale - 0.5, 0), source.height - 1)
  const upper = Math.floor(v) * source.width
  const lower = Math.min(Math.floor(v) + 1, source.height - 1) * source.width
  const down = v - Math.floor(v)
  const column = (x: number) =>
    (weights[upper + x] as number) * (1 - down) + (weights[lower + x] as number) * down
  for (let x = 0; x < width && row < height; x++) {
    const u = Math.min(Math.max((x + 0.5) / scale - 0.5, 0), source.width - 1)
    const left = Math.floor(u)
    const across = u - left
    const weight =
      (column(left) * (1 - across) + column(Math.min(left + 1, source.width - 1)) * across) / FADE
    if (weight === 0) continue
    mixColor(pixels, (row * width + x) * 4, bicubic, (bicubicRow * width + x) * 4, weight)
  }
}
