import type { Checkpoints } from './each-row.ts'
import type { RasterImage } from './image.ts'

/** Rows between two checkpoints. */
const BAND = 512

/**
 * Draws `above` onto `below` at (x, y), in place: source over destination (Porter and Duff), straight alpha on both
 * sides. Parts outside of `below` are cut off.
 */
export async function composite(
  below: RasterImage,
  above: RasterImage,
  x: number,
  y: number,
  opacity: number,
  context: Pick<Checkpoints, 'checkpoint'>,
): Promise<void> {
  const left = Math.max(0, -x)
  const right = Math.min(above.width, below.width - x)
  const bottom = Math.min(above.height, below.height - y)
  for (let row = Math.max(0, -y); row < bottom; row++) {
    if (row % BAND === 0) await context.checkpoint()
    let from = (row * above.width + left) * 4
    let to = ((row + y) * below.width + left + x) * 4
    for (let column = left; column < right; column++, from += 4, to += 4) {
      blend(below.pixels, to, above.pixels, from, opacity)
    }
  }
}

function blend(
  below: Uint8ClampedArray,
  to: number,
  above: Uint8ClampedArray,
  from: number,
  opacity: number,
): void {
  const aboveWeight = ((above[from + 3] as number) / 255) * opacity
  if (aboveWeight === 0) return
  const belowWeight = ((below[to + 3] as number) / 255) * (1 - aboveWeight)
  const alpha = aboveWeight + belowWeight
  for (let c = 0; c < 3; c++) {
    below[to + c] =
      ((above[from + c] as number) * aboveWeight + (below[to + c] as number) * belowWeight) / alpha
  }
  below[to + 3] = alpha * 255
}
