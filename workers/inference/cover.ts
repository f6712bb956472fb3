import type { Box, Size } from '../../src/plan/size.ts'
import type { Tile, TileOptions } from './tiles.ts'

/** The square cells of an image, row by row, and which of them a network is needed for. */
export interface Cells {
  /** Side of a cell in pixels. */
  side: number
  /** Pixels around a needed cell that are computed with it; less than half a side. */
  margin: number
  columns: number
  rows: number
  /** One byte per cell: 1 where the network is needed. */
  needed: Uint8Array
}

/** What a tile costs beside its pixels, as so many of them. */
const TILE_COST = 1_500

/** The longest side of a tile, as a multiple of the side of the largest square one. */
const LONGEST = 1.5

interface Cut extends Pick<TileOptions, 'halo' | 'tilePixels'> {
  /** The longest side of a tile; LONGEST by default. */
  longest?: number
}

/** Where tiles may begin and end along one axis: a margin before and after each border between cells, and at the image's ends. */
interface Axis {
  lines: number[]
  halo: number
}

/** Which parts between those lines are needed, row by row. */
interface Mask {
  columns: Axis
  rows: Axis
  needed: Uint8Array
}

/**
 * Tiles of different shapes that cover the needed cells and their margins, at little cost: strips across the
 * image, each cut into tiles that end where nothing more is needed. Of the layouts with strips of either direction it is
 * the cheaper one. As few lines as there are make few shapes. Tiles on a border of the image end there, as in a `TileGrid`.
 * Undefined where no tile is small enough.
 */
export function coverOf(image: Size, cells: Cells, cut: Cut): Tile[] | undefined {
  const mask = maskOf(image, cells, cut.halo)
  const across = bestStrips(mask, cut)
  const down = bestStrips(transposed(mask), cut)
  const isAcross = across.cost <= down.cost
  const { cost, cores } = isAcross ? across : down
  if (cost === Number.POSITIVE_INFINITY) return undefined
  const boxes = isAcross ? cores : cores.map(flipped)
  return boxes.map((core) => ({ input: withHalo(core, image, cut.halo), core }))
}

/** Whether a needed cell or its margin touches a part of an image. */
export function isNeeded(cells: Cells, part: Box): boolean {
  const { columns, rows, needed } = cells
  const x = cellsNear(part.x, part.x + part.width, cells, columns)
  const y = cellsNear(part.y, part.y + part.height, cells, rows)
  for (let row = y.from; row < y.to; row++)
    for (let column = x.from; column < x.to; column++)
      if (needed[row * columns + column]) return true
  return false
}

/** The cells of an axis that, with margins on both sides, overlap the range from `start` to `end`. */
const cellsNear = (start: number, end: number, { side, margin }: Cells, count: number) => ({
  from: Math.max(0, Math.floor((start - margin) / side)),
  to: Math.min(count, Math.ceil((end + margin) / side)),
})

function maskOf({ width, height }: Size, cells: Cells, halo: number): Mask {
  const columns = { lines: linesOf(width, cells), halo }
  const rows = { lines: linesOf(height, cells), halo }
  const needed = new Uint8Array((columns.lines.length - 1) * (rows.lines.length - 1))
  let i = 0
  for (const [top, bottom] of spans(rows.lines))
    for (const [left, right] of spans(columns.lines)) {
      const part = { x: left, y: top, width: right - left, height: bottom - top }
      needed[i++] = Number(isNeeded(cells, part))
    }
  return { columns, rows, needed }
}

const spans = (lines: number[]) =>
  lines.slice(1).map((end, i) => [lines[i] as number, end] as const)

function linesOf(length: number, { side, margin }: Cells): number[] {
  const lines = [0]
  for (let border = side; border - margin < length; border += side) {
    lines.push(border - margin)
    if (margin > 0 && border + margin < length) lines.push(border + margin)
  }
  return [...lines, length]
}

interface Layout {
  cost: number
  cores: Box[]
}

/** The cheapest strips across the image, each with the cheapest tiles. */
function bestStrips(
  mask: Mask,
  { tilePixels, longest = LONGEST * Math.sqrt(tilePixels) }: Cut,
): Layout {
  const [columns, rows] = [mask.columns.lines.length - 1, mask.rows.lines.length - 1]
  const tops = firstNeeded(mask.needed, columns, rows)
  const bottoms = lastNeeded(mask.needed, columns, rows)
  const isEmpty = (y: number) => !mask.needed.subarray(y * columns, (y + 1) * columns).includes(1)
  const strip = (from: number, to: number) => {
    let [top, bottom] = [to, from]
    return cheapestParts(
      columns,
      (x) => (tops[from * columns + x] as number) >= to,
      (left, right) => {
        if (left === right - 1) [top, bottom] = [to, from]
        top = Math.min(top, tops[from * columns + left] as number)
        bottom = Math.max(bottom, bottoms[to * columns + left] as number)
        const [width, height] = [reach(mask.columns, left, right), reach(mask.rows, top, bottom)]
        const fits = width * height <= tilePixels && Math.max(width, height) <= longest
        return fits ? width * height + TILE_COST : Number.POSITIVE_INFINITY
      },
    )
  }
  const { cost, parts } = cheapestParts(rows, isEmpty, (from, to) => strip(from, to).cost)
  const cores = parts.flatMap(([from, to]) =>
    strip(from, to).parts.map(([left, right]) => {
      const of = (lines: Int32Array, y: number) => [
        ...lines.subarray(y * columns + left, y * columns + right),
      ]
      const top = Math.min(...of(tops, from))
      const bottom = Math.max(...of(bottoms, to))
      return coreOf(mask, { left, right, top, bottom })
    }),
  )
  return { cost, cores }
}

/**
 * The cheapest way to cut a range into parts, by dynamic programming over their ends. What is empty at their ends belongs to
 * none. `costOf` never falls as a part grows; for each end it is called with one start after another, from there on back.
 */
function cheapestParts(
  count: number,
  isEmpty: (i: number) => boolean,
  costOf: (start: number, end: number) => number,
): { cost: number; parts: [start: number, end: number][] } {
  const costs = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY, 1)
  const starts = new Int32Array(count + 1)
  for (let end = 1; end <= count; end++) {
    starts[end] = end
    if (isEmpty(end - 1)) {
      costs[end] = costs[end - 1] as number
      continue
    }
    for (let start = end - 1; start >= 0; start--) {
      const cost = costOf(start, end)
      if (cost >= (costs[end] as number)) break
      const sum = (costs[start] as number) + cost
      if (sum >= (costs[end] as number)) continue
      costs[end] = sum
      starts[end] = start
    }
  }
  const parts: [number, number][] = []
  for (let end = count; end > 0; ) {
    const start = starts[end] as number
    if (start < end) parts.unshift([start, end])
    end = Math.min(start, end - 1)
  }
  return { cost: costs[count] as number, parts }
}

/** For each line and column the first needed row from that line on; the number of rows where there is none. */
function firstNeeded(needed: Uint8Array, columns: number, rows: number): Int32Array {
  const tops = new Int32Array((rows + 1) * columns).fill(rows)
  for (let i = rows * columns - 1; i >= 0; i--)
    tops[i] = needed[i] ? Math.floor(i / columns) : (tops[i + columns] as number)
  return tops
}

/** For each line and column the end of the last needed row before that line; 0 where there is none. */
function lastNeeded(needed: Uint8Array, columns: number, rows: number): Int32Array {
  const bottoms = new Int32Array((rows + 1) * columns)
  for (let i = 0; i < rows * columns; i++)
    bottoms[i + columns] = needed[i] ? Math.floor(i / columns) + 1 : (bottoms[i] as number)
  return bottoms
}

/** Length of a tile whose core lies between two lines. */
function reach({ lines, halo }: Axis, from: number, to: number): number {
  const end = lines[lines.length - 1] as number
  const start = Math.max(0, (lines[from] as number) - halo)
  return Math.min(end, (lines[to] as number) + halo) - start
}

function coreOf(
  { columns, rows }: Mask,
  at: { left: number; right: number; top: number; bottom: number },
): Box {
  const [x, y] = [columns.lines[at.left] as number, rows.lines[at.top] as number]
  const [right, bottom] = [columns.lines[at.right] as number, rows.lines[at.bottom] as number]
  return { x, y, width: right - x, height: bottom - y }
}

function withHalo({ x, y, width, height }: Box, image: Size, halo: number): Box {
  const [left, top] = [Math.max(0, x - halo), Math.max(0, y - halo)]
  const right = Math.min(image.width, x + width + halo)
  const bottom = Math.min(image.height, y + height + halo)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const flipped = ({ x, y, width, height }: Box): Box => ({
  x: y,
  y: x,
  width: height,
  height: width,
})

function transposed({ columns, rows, needed }: Mask): Mask {
  const width = columns.lines.length - 1
  const height = rows.lines.length - 1
  const turned = new Uint8Array(needed.length)
  for (let i = 0; i < needed.length; i++)
    turned[(i % width) * height + Math.floor(i / width)] = needed[i] as number
  return { columns: rows, rows: columns, needed: turned }
}
