import type { Size } from '../../src/plan/size.ts'
import { alphaBleed } from './alpha-bleed.ts'
import { type Checkpoints, eachRow } from './each-row.ts'
import type { RasterImage } from './image.ts'

/**
 * Downscales an image to at most `side` pixels on the longer side, each the average of the pixels that it covers. The
 * result is opaque: colors are weighted by alpha, and transparent pixels take the colors of visible ones near them.
 */
export async function thumbnail(
  image: RasterImage,
  side: number,
  checkpoints: Checkpoints,
  span: readonly [number, number],
): Promise<RasterImage> {
  const { width, height } = thumbnailSize(image, side)
  const small: RasterImage = {
    width,
    height,
    pixels: new Uint8ClampedArray(width * height * 4),
    alpha: image.alpha,
  }
  const columns = Uint32Array.from({ length: image.width }, (_, x) =>
    Math.floor((x * width) / image.width),
  )
  const sums = new Float64Array(width * 5)
  const rowOf = (y: number) => Math.floor((y * height) / image.height)
  await eachRow(image, checkpoints, span, (y) => {
    addRow(image, y, columns, sums)
    if (rowOf(y + 1) > rowOf(y)) writeRow(small, rowOf(y), sums)
  })
  return image.alpha ? { ...small, pixels: alphaBleed(small), alpha: false } : small
}

/** The size of a thumbnail with at most `side` pixels on the longer side. */
export function thumbnailSize({ width, height }: Size, side: number): Size {
  const factor = Math.max(1, width / side, height / side)
  const scaled = (length: number) => Math.max(1, Math.round(length / factor))
  return { width: scaled(width), height: scaled(height) }
}

/** Adds a row to the sums of the thumbnail pixels that it falls into: red, green and blue times alpha, alpha, count. */
function addRow(
  { pixels, width }: RasterImage,
  y: number,
  columns: Uint32Array,
  sums: Float64Array,
) {
  for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
    const to = (columns[x] as number) * 5
    const alpha = pixels[at + 3] as number
    sums[to] = (sums[to] as number) + (pixels[at] as number) * alpha
    sums[to + 1] = (sums[to + 1] as number) + (pixels[at + 1] as number) * alpha
    sums[to + 2] = (sums[to + 2] as number) + (pixels[at + 2] as number) * alpha
    sums[to + 3] = (sums[to + 3] as number) + alpha
    sums[to + 4] = (sums[to + 4] as number) + 1
  }
}

/** Writes a row of averages and clears the sums. Alpha is 0 only if no pixel is visible. */
function writeRow({ pixels, width }: RasterImage, y: number, sums: Float64Array): void {
  for (let x = 0, to = y * width * 4; x < width; x++, to += 4) {
    const from = x * 5
    const weight = sums[from + 3] as number
    for (let c = 0; c < 3 && weight > 0; c++) pixels[to + c] = (sums[from + c] as number) / weight
    pixels[to + 3] = weight > 0 ? Math.max(1, weight / (sums[from + 4] as number)) : 0
  }
  sums.fill(0)
}
