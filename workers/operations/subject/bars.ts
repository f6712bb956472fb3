import type { Box } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** Maximum difference of a channel from the bar's color, and the minimum share of a line's pixels within it. */
const TOLERANCE = 12
const MIN_NEAR_SHARE = 0.98
/** Maximum difference of a line's mean from the bar's color: a bar is flat, a sky is a gradient. */
const MAX_MEAN_DIFFERENCE = 2.5
/** Minimum thickness of a bar as a share of the image's side: less is a thin line or chance. */
const MIN_SHARE = 0.01

/** A row or column, as pixel indices. */
interface Line {
  from: number
  step: number
  count: number
}

/**
 * The box of the image without plain bars of one color at its edges (letterbox, pillarbox, a frame). Undefined if there
 * are no bars, or nothing but bars.
 */
export function barsBox(image: RasterImage): (Box & { bars: true }) | undefined {
  const { width, height } = image
  const row = (y: number): Line => ({ from: y * width, step: 1, count: width })
  const [top, bottom] = oppositeBars(image, height, row)
  const inner = height - top - bottom
  const column = (x: number): Line => ({ from: top * width + x, step: width, count: inner })
  const [left, right] = oppositeBars(image, width, column)
  if (inner <= 0 || left + right >= width || top + left === 0) return undefined
  return { x: left, y: top, width: width - left - right, height: inner, bars: true }
}

/** The thickness of the bars on two opposite edges, or zeros: a plain strip on one edge only, or in another color, is a sky or a wall. */
function oppositeBars(
  image: RasterImage,
  lines: number,
  line: (i: number) => Line,
): [number, number] {
  const opposite = (i: number) => line(lines - 1 - i)
  const colors = [medianOf(image, line(0)), medianOf(image, opposite(0))] as const
  if (colors[0].some((c, k) => Math.abs(c - (colors[1][k] ?? 0)) > TOLERANCE)) return [0, 0]
  const bars: [number, number] = [
    barLength(image, lines, line, colors[0]),
    barLength(image, lines, opposite, colors[1]),
  ]
  return Math.min(...bars) >= Math.max(1, lines * MIN_SHARE) ? bars : [0, 0]
}

/** Whether a line is part of a bar: nearly all of it has the bar's color, and so does its mean. */
const isPlain = (image: RasterImage, line: Line, color: number[]) =>
  nearShare(image, line, color) >= MIN_NEAR_SHARE &&
  meanOf(image, line).every((mean, c) => Math.abs(mean - (color[c] ?? 0)) <= MAX_MEAN_DIFFERENCE)

/** The number of consecutive lines of a color, from an edge inwards. */
function barLength(
  image: RasterImage,
  lines: number,
  line: (i: number) => Line,
  color: number[],
): number {
  let count = 0
  while (count < lines && isPlain(image, line(count), color)) count++
  return count
}

function medianOf({ pixels }: RasterImage, { from, step, count }: Line): number[] {
  return [0, 1, 2].map((c) => {
    const values = Array.from({ length: count }, (_, i) => pixels[(from + i * step) * 4 + c] ?? 0)
    return values.sort((a, b) => a - b)[count >> 1] ?? 0
  })
}

function meanOf({ pixels }: RasterImage, { from, step, count }: Line): number[] {
  const sums = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const at = (from + i * step) * 4
    for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (pixels[at + c] as number)
  }
  return sums.map((sum) => sum / count)
}

function nearShare({ pixels }: RasterImage, { from, step, count }: Line, color: number[]): number {
  let near = 0
  for (let i = 0; i < count; i++) {
    const at = (from + i * step) * 4
    near += Number(color.every((c, k) => Math.abs((pixels[at + k] ?? 0) - c) <= TOLERANCE))
  }
  return count === 0 ? 0 : near / count
}
