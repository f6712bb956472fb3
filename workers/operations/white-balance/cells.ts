import type { RasterImage } from '../../image/image.ts'
import { linear } from '../../image/srgb.ts'

/** Pixels of a cell that are sampled in each direction. */
const SAMPLES = 32

/**
 * What models/white-balance sees: the image stretched to `side` x `side` cells, as planes of red, green and blue in
 * linear light. The upper half of each plane has the means of the cells, the lower half their highest values, which tell
 * what is clipped. Cells that are mostly transparent are black.
 */
export function cells(image: RasterImage, side: number): Float32Array {
  const values = new Float32Array(3 * 2 * side * side)
  const columns = bounds(image.width, side)
  for (const [y, rows] of bounds(image.height, side).entries()) {
    for (const [x, across] of columns.entries()) {
      addCell(image, across, rows, values, { at: y * side + x, plane: side * side })
    }
  }
  return values
}

/** First and last place, exclusive, of each cell along an axis. Cells of small images overlap. */
const bounds = (length: number, side: number) =>
  Array.from(
    { length: side },
    (_, i) => [Math.floor((i * length) / side), Math.ceil(((i + 1) * length) / side)] as const,
  )

type Bounds = ReturnType<typeof bounds>[number]

function addCell(
  { pixels, width }: RasterImage,
  [left, right]: Bounds,
  [top, bottom]: Bounds,
  values: Float32Array,
  { at, plane }: { at: number; plane: number },
): void {
  const step = Math.max(1, Math.floor(Math.max(right - left, bottom - top) / SAMPLES))
  const sums = [0, 0, 0]
  const highest = [0, 0, 0]
  let [weight, opaque] = [0, 0]
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const i = (y * width + x) * 4
      const alpha = pixels[i + 3] as number
      opaque += 255
      weight += alpha
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++) {
        const light = linear[pixels[i + c] as number] as number
        sums[c] = (sums[c] as number) + light * alpha
        if (light > (highest[c] as number)) highest[c] = light
      }
    }
  }
  if (weight * 2 < opaque) return
  for (let c = 0; c < 3; c++) {
    values[2 * c * plane + at] = (sums[c] as number) / weight
    values[(2 * c + 1) * plane + at] = highest[c] as number
  }
}
