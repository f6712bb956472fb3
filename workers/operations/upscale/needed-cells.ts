import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Cells } from '../../inference/cover.ts'

/** Side of a cell in pixels. */
const SIDE = 32
/**
 * Below this a cell is plain: there, SPAN's answer and bicubic interpolation are the same to the eye. Chosen on 25 street
 * photographs and 90 of BSDS500's training part, where the worst cell that is not computed differs by 1.7 of 255 (root
 * mean square). `plain cells` in docs/quality.md has the figures of 123 others.
 */
const PLAIN = 10

/**
 * Finds the cells of an image that SPAN enlarges better than interpolation does: those where second differences are large.
 * The measure is the cubic mean, of 255, of each pixel's largest one of both directions and the three channels: a thin line in
 * a cell is not lost in it, nor an edge between colors of one luma.
 */
export async function neededCells(
  image: RasterImage,
  { checkpoint }: Pick<Checkpoints, 'checkpoint'>,
): Promise<Cells> {
  const { width, height } = image
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const sums = new Float64Array(columns * rows)
  const silent = { checkpoint, progress: () => {} }
  await eachRow(image, silent, [0, 0], (y) =>
    addRow(image, y, sums, Math.floor(y / SIDE) * columns),
  )
  const length = (i: number, whole: number) => Math.min(SIDE, whole - i * SIDE)
  const needed = Uint8Array.from(sums, (sum, i) => {
    const pixels = length(i % columns, width) * length(Math.floor(i / columns), height)
    return Number(Math.cbrt(sum / pixels) >= PLAIN)
  })
  return { side: SIDE, columns, rows, needed }
}

/** Adds the cubes of a row's second differences to the sums of its cells, from index `first` on. Edges are repeated. */
function addRow(
  { width, height, pixels }: RasterImage,
  y: number,
  sums: Float64Array,
  first: number,
): void {
  const stride = 4 * width
  const [up, down] = [y > 0 ? -stride : 0, y < height - 1 ? stride : 0]
  for (let x = 0, at = y * stride; x < width; x++, at += 4) {
    const [left, right] = [x > 0 ? -4 : 0, x < width - 1 ? 4 : 0]
    let most = 0
    for (let i = at; i < at + 3; i++) {
      const twice = 2 * (pixels[i] as number)
      const across = Math.abs(twice - (pixels[i + left] as number) - (pixels[i + right] as number))
      const along = Math.abs(twice - (pixels[i + up] as number) - (pixels[i + down] as number))
      if (across > most) most = across
      if (along > most) most = along
    }
    const cell = first + Math.floor(x / SIDE)
    sums[cell] = (sums[cell] as number) + most ** 3
  }
}
