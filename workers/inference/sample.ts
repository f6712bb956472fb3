import type { Box, Size } from '../../src/plan/size.ts'

/** Side of a part in pixels, and how many there are along each axis. */
const PART = 192
const PARTS = 4
/** Smaller images are computed at once: the parts would be a larger share of them. */
const LARGE = 4e6

/** The middles of the cells of a grid over a large image; none of others. */
export function sampleOf(size: Size): Box[] {
  const { width, height } = size
  if (width * height <= LARGE || Math.min(width, height) < PARTS * PART) return []
  return Array.from({ length: PARTS ** 2 }, (_, i) =>
    middleOf(size, PARTS, [i % PARTS, Math.floor(i / PARTS)], PART),
  )
}

/** A square in the middle of a cell, by its column and row, of a grid of so many along each axis. */
export function middleOf(
  { width, height }: Size,
  count: number,
  [column, row]: readonly [number, number],
  side: number,
): Box {
  const start = (length: number, i: number) => Math.floor(((i + 0.5) * length) / count - side / 2)
  return { x: start(width, column), y: start(height, row), width: side, height: side }
}
