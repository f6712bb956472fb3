import type { Size } from '../../../src/plan/size.ts'
import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'

/** Statistics of the brightest tone in a part of the image. */
export interface Cell {
  /** Mean color of that tone, 0 to 255; red, green, blue. */
  color: [number, number, number]
  /** Luma of that color, 0 to 1. */
  luma: number
  /** Shares of the cell's pixels, 0 to 1: those of that tone, and those far darker. */
  share: number
  ink: number
  /** Whether more than half of the cell is visible: alpha of at least 128. */
  visible: boolean
}

export interface CellGrid extends Size {
  /** Row by row, from the top. */
  cells: Cell[]
}

/** Cells along the longer side, and the minimum side of a cell in pixels. */
const CELLS_ALONG = 64
const MIN_SIDE = 12
/** Bins of the luma histogram. */
const BINS = 64
/** Share of the pixels that are ignored above the brightest tone: noise and glints. */
const GLINTS = 0.03
/** Lower end of the tone, and the limit below which a pixel is ink, as shares of the tone's upper end. */
const TONE_RANGE = 0.84
const INK = 0.65
/** Values per bin: count, and sums of red, green and blue. */
const FIELDS = 4

/** Splits the image into about 64 cells along its longer side, fewer if it is small. */
export async function measureCells(
  image: RasterImage,
  checkpoints: Checkpoints,
  span: readonly [number, number],
): Promise<CellGrid> {
  const side = Math.max(MIN_SIDE, Math.max(image.width, image.height) / CELLS_ALONG)
  const width = Math.max(1, Math.round(image.width / side))
  const height = Math.max(1, Math.round(image.height / side))
  const cells: Cell[] = []
  const bins = new Float64Array(width * BINS * FIELDS)
  const pixels = (image.width / width) * (image.height / height)
  const rowOf = (y: number) => Math.floor((y * height) / image.height)
  await eachRow(image, checkpoints, span, (y) => {
    countRow(image, y, width, bins)
    if (rowOf(y + 1) === rowOf(y)) return
    for (let u = 0; u < width; u++) {
      cells.push(measureCell(bins.subarray(u * BINS * FIELDS, (u + 1) * BINS * FIELDS), pixels))
    }
    bins.fill(0)
  })
  return { width, height, cells }
}

function countRow(
  { pixels, width: stride }: RasterImage,
  y: number,
  width: number,
  bins: Float64Array,
) {
  for (let x = 0, at = y * stride * 4; x < stride; x++, at += 4) {
    if ((pixels[at + 3] as number) < 128) continue
    const bin = Math.min(BINS - 1, Math.floor(lumaAt(pixels, at) * BINS))
    const to = (Math.floor((x * width) / stride) * BINS + bin) * FIELDS
    bins[to] = (bins[to] as number) + 1
    for (let c = 0; c < 3; c++) {
      bins[to + 1 + c] = (bins[to + 1 + c] as number) + (pixels[at + c] as number)
    }
  }
}

function measureCell(bins: Float64Array, pixels: number): Cell {
  const counts = Array.from({ length: BINS }, (_, i) => bins[i * FIELDS] as number)
  const total = counts.reduce((a, b) => a + b, 0)
  let [top, above] = [BINS - 1, counts[BINS - 1] as number]
  while (top > 0 && above <= total * GLINTS) above += counts[--top] as number
  const from = Math.floor((top + 1) * TONE_RANGE)
  const sum = [0, 0, 0, 0]
  for (let i = from * FIELDS; i < bins.length; i++) {
    sum[i % FIELDS] = (sum[i % FIELDS] as number) + (bins[i] as number)
  }
  const [n = 0, r = 0, g = 0, b = 0] = sum
  const dark = counts.slice(0, Math.floor(top * INK)).reduce((a, c) => a + c, 0)
  return {
    color: n > 0 ? [r / n, g / n, b / n] : [0, 0, 0],
    luma: n > 0 ? (0.299 * r + 0.587 * g + 0.114 * b) / n / 255 : 0,
    share: total > 0 ? n / total : 0,
    ink: total > 0 ? dark / total : 0,
    visible: total > pixels / 2,
  }
}
