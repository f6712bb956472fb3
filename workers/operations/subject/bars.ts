import type { Box } from '../../../src/contract/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'

/** How far a channel of a bar's pixel may be from the bar's colour, and the share of a line that must be that near. */
const TOLERANCE = 12
const NEAR = 0.98
/** How far a line's mean may be from the bar's colour: a bar is flat where a sky is a gradient. */
const SHADE = 2.5
/** A bar is at least this share of a side: less is a thin line or chance. */
const LEAST = 0.01

interface Line {
  from: number
  step: number
  count: number
}

/**
 * The image without plain bars of one colour at its edges (letterbox, pillarbox, a frame). Undefined where there
 * are none, or nothing else.
 */
export function barsBox(image: RasterImage): (Box & { bars: true }) | undefined {
  const { width, height } = image
  const row = (y: number): Line => ({ from: y * width, step: 1, count: width })
  const [top, bottom] = pair(image, height, row)
  const inner = height - top - bottom
  const column = (x: number): Line => ({ from: top * width + x, step: width, count: inner })
  const [left, right] = pair(image, width, column)
  if (inner <= 0 || left + right >= width || top + left === 0) return undefined
  return { x: left, y: top, width: width - left - right, height: inner, bars: true }
}

/** The bars on two opposite edges: a plain strip on one alone, or in another colour, is a sky or a wall. */
function pair(image: RasterImage, lines: number, line: (i: number) => Line): [number, number] {
  const opposite = (i: number) => line(lines - 1 - i)
  const colours = [medianOf(image, line(0)), medianOf(image, opposite(0))] as const
  if (colours[0].some((c, k) => Math.abs(c - (colours[1][k] ?? 0)) > TOLERANCE)) return [0, 0]
  const bars: [number, number] = [
    bar(image, lines, line, colours[0]),
    bar(image, lines, opposite, colours[1]),
  ]
  return Math.min(...bars) >= Math.max(1, lines * LEAST) ? bars : [0, 0]
}

/** A line is part of a bar where nearly all of it has the bar's colour, and its mean is no shade off. */
const isPlain = (image: RasterImage, line: Line, colour: number[]) =>
  nearShare(image, line, colour) >= NEAR &&
  meanOf(image, line).every((mean, c) => Math.abs(mean - (colour[c] ?? 0)) <= SHADE)

/** How many lines from an edge inwards have a colour. */
function bar(
  image: RasterImage,
  lines: number,
  line: (i: number) => Line,
  colour: number[],
): number {
  let count = 0
  while (count < lines && isPlain(image, line(count), colour)) count++
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

function nearShare({ pixels }: RasterImage, { from, step, count }: Line, colour: number[]): number {
  let near = 0
  for (let i = 0; i < count; i++) {
    const at = (from + i * step) * 4
    near += Number(colour.every((c, k) => Math.abs((pixels[at + k] ?? 0) - c) <= TOLERANCE))
  }
  return count === 0 ? 0 : near / count
}
