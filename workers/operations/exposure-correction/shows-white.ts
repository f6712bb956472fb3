import type { CellMeans } from '../../image/cell-means.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { loadPaper } from '../document/load-paper.ts'

/** A white background: the minimum of its channels, 0 to 1, and its maximum saturation. */
const MIN_CHANNEL = 0.75
const MAX_SATURATION = 0.12
/** Maximum change of a channel from one cell of a background to the next. */
const MAX_STEP = 0.02
/** Minimum share of the image's border, and of three of its sides, that is background: an object may touch one side. */
const BORDER = 0.65
const SIDE = 0.75

/**
 * Whether an image is light because what it shows is white: a page, or a plain background around an object or a person. The
 * means hold the values as stored.
 */
export async function showsWhite(
  image: RasterImage,
  means: CellMeans,
  checkpoints: Checkpoints,
): Promise<boolean> {
  if (hasWhiteBackground(means)) return true
  const { showsPage } = await loadPaper()
  return showsPage(image, checkpoints)
}

function hasWhiteBackground(means: CellMeans): boolean {
  const sides = sidesOf(means).map((side) => {
    const plain = side.filter((cell, i) => isBackground(means, cell, side[i + 1] ?? cell))
    return { length: side.length, plain: plain.length }
  })
  const sum = (field: 'length' | 'plain') => sides.reduce((all, side) => all + side[field], 0)
  const plainSides = sides.filter(({ length, plain }) => plain >= length * SIDE)
  return plainSides.length >= 3 && sum('plain') >= sum('length') * BORDER
}

/** The cells along the four sides of an image. */
function sidesOf({ width, height }: CellMeans): number[][] {
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y * width)
  return [
    columns,
    columns.map((x) => x + (height - 1) * width),
    rows,
    rows.map((y) => y + width - 1),
  ]
}

/** Whether a cell is visible, white, and hardly differs from the next. */
function isBackground({ rgb, visible }: CellMeans, cell: number, next: number): boolean {
  const color = [...rgb.subarray(cell * 3, cell * 3 + 3)]
  const least = Math.min(...color)
  const most = Math.max(...color)
  const steps = color.map((value, c) => Math.abs(value - (rgb[next * 3 + c] as number)))
  return (
    visible[cell] === 1 &&
    least >= MIN_CHANNEL &&
    most - least <= most * MAX_SATURATION &&
    Math.max(...steps) <= MAX_STEP
  )
}
