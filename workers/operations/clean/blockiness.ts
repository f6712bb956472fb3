import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'

/** Side of a JPEG block in pixels. */
const BLOCK = 8
/** An invisible step of luma: it keeps the ratio at 1 where the network changed nothing. */
const EPSILON = 1e-6

/**
 * The ratio of steps at JPEG block borders to steps elsewhere, in the change that a network made; 1 or more. About 1.05
 * for images that were never compressed, above 1.5 for JPEGs of a quality below 80. Independent of where the block grid
 * begins.
 */
export function blockiness(before: RasterImage, after: RasterImage): number {
  const { width, height } = before
  const changeAt = (i: number) => lumaAt(after.pixels, i * 4) - lumaAt(before.pixels, i * 4)
  const [across, down] = [phaseMeans(), phaseMeans()]
  let above = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    const row = above.map((_, x) => changeAt(y * width + x))
    for (let x = 0; x < width; x++) {
      if (x > 0) across.add(x, (row[x] as number) - (row[x - 1] as number))
      if (y > 0) down.add(y, (row[x] as number) - (above[x] as number))
    }
    above = row
  }
  return (across.peak() + down.peak()) / 2
}

/** The mean step at each of the 8 phases of the block grid along one axis. */
function phaseMeans() {
  const sums = new Float64Array(BLOCK)
  const counts = new Uint32Array(BLOCK)
  return {
    add(position: number, step: number): void {
      const phase = position % BLOCK
      sums[phase] = (sums[phase] as number) + Math.abs(step)
      counts[phase] = (counts[phase] as number) + 1
    },
    /** The largest mean divided by the mean of the others. */
    peak(): number {
      const means = sums.map((sum, i) => sum / Math.max(1, counts[i] as number)).sort()
      const largest = means[BLOCK - 1] as number
      const rest = means.subarray(0, BLOCK - 1).reduce((a, b) => a + b) / (BLOCK - 1)
      return (largest + EPSILON) / (rest + EPSILON)
    },
  }
}
