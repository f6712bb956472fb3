import type { Box } from '../../../src/contract/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** How far a channel of a bar's pixel may be from the bar's color, and the share of a line that must be that near. */
const TOLERANCE = 12
const NEAR = 0.98
/** How far a line's mean may be from the bar's color: a bar is flat where a sky is a gradient. */
const MAX_MEAN_DIFFERENCE = 2.5
/** A bar is at least this share of a side: less is a thin line or chance. */
const MIN_SHARE = 0.01

interface Line {
  from: number
  step: number
  count: number
}

/**
 * The image without plain bars of one color at its edges (letterbox, pillarbox, a frame). Undefined where there
 * are none, or nothing else.
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

/** The bars on two opposite edges: a plain strip on one alone, or in another color, is a sky or a wall. */
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

/** A line is part of a bar where nearly all of it has the bar's color, and its mean is no shade off. */
const isPlain = (image: RasterImage, line: Line, color: number[]) =>
  nearShare(image, line, color) >= NEAR &&
  meanOf(image, line).every((mean, c) => Math.abs(mean - (color[c] ?? 0)) <= MAX_MEAN_DIFFERENCE)

/** How many lines from an edge inwards have a color. */
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
