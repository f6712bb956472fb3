import { boxMean } from '../../image/box-mean.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import type { CellGrid } from './cells.ts'

/** Smoothing iterations for the cells that are not paper. */
const ITERATIONS = 200

/**
 * The color of the paper at each cell, interpolated where a cell is not paper: three planes of 1 to 255. The
 * interpolation is a membrane: each value becomes the mean of its neighbors.
 * @param paper - one byte per cell, 1 for paper.
 */
export function paperPlanes(grid: CellGrid, paper: Uint8Array): Plane[] {
  return ([0, 1, 2] as const).map((c) => {
    const known = grid.cells.map(({ color }) => Math.max(1, color[c]))
    const mean =
      known.reduce((sum, value, i) => sum + (paper[i] ? value : 0), 0) /
      paper.reduce((a, b) => a + b, 0)
    let plane = mapPlane((i) => (paper[i] ? (known[i] as number) : mean), grid)
    for (let round = 0; round < ITERATIONS; round++) {
      const smooth = boxMean(plane, 1).values
      plane = mapPlane((i) => (paper[i] ? (known[i] as number) : (smooth[i] as number)), grid)
    }
    return boxMean(plane, 1)
  })
}
