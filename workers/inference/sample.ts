import type { Box, Size } from '../../src/plan/size.ts'

/** Side of a part in pixels, and how many there are along each axis. */
const PART = 192
const PARTS = 4
/** Smaller images are computed at once: the parts would be a larger share of them. */
const LARGE = 4e6

/** The middles of the cells of a grid over a large image; none of others. */
export function sampleOf({ width, height }: Size): Box[] {
  if (width * height <= LARGE || Math.min(width, height) < PARTS * PART) return []
  const start = (length: number, i: number) => Math.floor(((i + 0.5) * length) / PARTS - PART / 2)
  return Array.from({ length: PARTS ** 2 }, (_, i) => ({
    x: start(width, i % PARTS),
    y: start(height, Math.floor(i / PARTS)),
    width: PART,
    height: PART,
  }))
}
