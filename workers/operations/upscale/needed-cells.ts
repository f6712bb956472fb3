import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Cells } from '../../inference/cover.ts'

/** Side of a cell in pixels. */
const SIDE = 32
/** Pixels around a needed cell that are computed with it: into the outer five, interpolation fades. */
const MARGIN = 8
/**
 * Below this a cell is plain: there, SPAN's answer and bicubic interpolation are the same to the eye. Chosen on 107 street
 * photographs, most of them reduced by two, and 20 of BSDS500's training part, where the worst cell that is not computed
 * differs by 1.8 of 255 at x2 and 2.0 at x4 (root mean square). Of 123 others, as `models/build/train/plain_cells.py` prints,
 * the worst differ by 1.7 and 1.9; `plain cells` in docs/quality.md has what this costs in all.
 */
const PLAIN = 6

/**
 * Finds the cells of an image that SPAN enlarges better than interpolation does: those where second differences are large, and
 * not much larger at twice the distance, as on a soft edge. Each is the cubic mean, of 255, of each pixel's largest one of both
 * directions and the three channels: a thin line in a cell is not lost in it, nor an edge between colors of one luma.
 */
export async function neededCells(
  image: RasterImage,
  { checkpoint }: Pick<Checkpoints, 'checkpoint'>,
): Promise<Cells> {
  const { width, height } = image
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const near = new Float64Array(columns * rows)
  const far = new Float64Array(columns * rows)
  const silent = { checkpoint, progress: () => {} }
  await eachRow(image, silent, [0, 0], (y) => {
    const first = Math.floor(y / SIDE) * columns
    addRow(image, y, 1, near, first)
    addRow(image, y, 2, far, first)
  })
  const length = (i: number, whole: number) => Math.min(SIDE, whole - i * SIDE)
  const needed = Uint8Array.from(near, (sum, i) => {
    const pixels = length(i % columns, width) * length(Math.floor(i / columns), height)
    const mean = (cubes: number) => Math.cbrt(cubes / pixels)
    return Number(mean(sum) ** 2 >= PLAIN * (mean(far[i] as number) + 1))
  })
  return { side: SIDE, margin: MARGIN, columns, rows, needed }
}

/**
 * Adds the cubes of a row's second differences, between pixels of that distance, to the sums of its cells, from index `first` on.
 * Edges are repeated.
 */
function addRow(
  { width, height, pixels }: RasterImage,
  y: number,
  distance: number,
  sums: Float64Array,
  first: number,
): void {
  const stride = 4 * width
  const up = -stride * Math.min(distance, y)
  const down = stride * Math.min(distance, height - 1 - y)
  for (let x = 0, at = y * stride; x < width; x++, at += 4) {
    const left = -4 * Math.min(distance, x)
    const right = 4 * Math.min(distance, width - 1 - x)
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
