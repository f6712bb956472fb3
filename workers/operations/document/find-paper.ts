import type { Cell, CellGrid } from './cells.ts'

/** A cell of paper: minimum share of its brightest tone, minimum luma of that tone, maximum saturation. */
const SHARE = 0.4
const MIN_LUMA = 0.15
const MAX_SATURATION = 0.45
/** How far blue may exceed red, as a share of the largest channel: old paper is yellow, a bluer cell is sky. */
const MAX_BLUE = 0.15
/** Minimum share of the visible cells, and of the image's rows and columns, that a page covers. */
const PAGE = 0.35
const SPAN = 0.6
/** Minimum ratio of the luma of neighboring cells on the same page. */
const MIN_LUMA_RATIO = 0.84
/** Maximum distance of a cell's color from the page's: a cast changes slowly, a colored print is farther off. */
const CAST = 0.16
const TIGHT = 0.08
/** A part of the page in a hard shadow: its minimum share of all cells, and the minimum share of its cells with ink. */
const PART = 0.04
const WRITTEN = 0.1
/** A cell has ink if more than this share of it is dark. */
const INK = 0.02
/** Of a page: the third quartile of the second differences of its cells' log luma is lower; more of its cells have ink. */
const MAX_BEND = 0.013
const WRITTEN_ON = 0.05

/**
 * Finds the cells that are paper: region growing from the brightest cells, as far as the light changes gradually, so that
 * photographs and colored areas on the page are left out. A part beyond the edge of a hard shadow counts if it has the
 * page's color, reaches the image's border and has text on it.
 * @returns one byte per cell, 1 for paper; undefined if there is no page.
 */
export function findPaper(grid: CellGrid): Uint8Array | undefined {
  const { cells } = grid
  const candidate = cells.map(isCandidate)
  const page = pageOf(cells.filter((_, i) => candidate[i]))
  if (!page) return undefined
  const paper = new Uint8Array(cells.length)
  const start = cells.flatMap((cell, i) =>
    candidate[i] && cell.luma > page.luma * 0.95 && colorDistance(cell, page) < CAST ? [i] : [],
  )
  const isPageColor = (cell: Cell) => colorDistance(cell, page) < CAST
  for (const i of grow(grid, start, candidate, isPageColor)) paper[i] = 1
  for (let i = 0; i < cells.length; i++) {
    if (paper[i] || !candidate[i] || colorDistance(cells[i] as Cell, page) > TIGHT) continue
    const part = grow(grid, [i], candidate, (cell) => colorDistance(cell, page) < TIGHT)
    for (const k of part) candidate[k] = false
    if (isShaded(grid, part)) for (const k of part) paper[k] = 1
  }
  return covers(grid, paper) && isSheet(grid, paper) ? paper : undefined
}

function isCandidate({ color, luma, share, visible }: Cell): boolean {
  const [red, , blue] = color
  const max = Math.max(...color)
  const pale = max - Math.min(...color) < max * MAX_SATURATION && blue - red < max * MAX_BLUE
  return visible && share > SHARE && luma > MIN_LUMA && pale
}

/** Well lit paper: the cell at the 90th percentile of luma. */
function pageOf(cells: Cell[]): Cell | undefined {
  const sorted = [...cells].sort((a, b) => a.luma - b.luma)
  return sorted[Math.floor(sorted.length * 0.9)]
}

/** Distance of two colors independent of lightness: the larger difference of log R/G or log B/G. */
function colorDistance({ color: a }: Cell, { color: b }: Cell): number {
  const off = (c: 0 | 2) =>
    Math.abs(Math.log((Math.max(1, a[c]) * b[1]) / (Math.max(1, a[1]) * Math.max(1, b[c]))))
  return Math.max(off(0), off(2))
}

/** Region growing: the accepted candidates that can be reached by gradual changes of light. */
function grow(
  { cells, width, height }: CellGrid,
  start: number[],
  candidate: boolean[],
  accepted: (cell: Cell) => boolean,
): number[] {
  const reached = new Set(start)
  const queue = [...start]
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const [x, y, from] = [i % width, Math.floor(i / width), cells[i] as Cell]
    for (const [dx, dy] of neighborSteps) {
      const [u, v] = [x + dx, y + dy]
      const k = v * width + u
      if (u < 0 || v < 0 || u >= width || v >= height || reached.has(k) || !candidate[k]) continue
      const to = cells[k] as Cell
      const ratio = Math.min(to.luma, from.luma) / Math.max(to.luma, from.luma)
      if (ratio < MIN_LUMA_RATIO ** Math.max(Math.abs(dx), Math.abs(dy)) || !accepted(to)) continue
      reached.add(k)
      queue.push(k)
    }
  }
  return [...reached]
}

/** Steps to the 4 neighbors, and across one cell that is full of ink. */
const neighborSteps = [1, 2].flatMap(
  (n) =>
    [
      [n, 0],
      [-n, 0],
      [0, n],
      [0, -n],
    ] as [number, number][],
)

/** Whether a part is large enough, reaches the border and has text on it: a part of the page in shadow. */
function isShaded({ cells, width, height }: CellGrid, part: number[]): boolean {
  if (part.length < cells.length * PART) return false
  const edge = (i: number) =>
    i % width === 0 || i % width === width - 1 || i < width || i >= width * (height - 1)
  const inked = part.filter((i) => (cells[i] as Cell).ink > INK)
  return part.some(edge) && inked.length > part.length * WRITTEN
}

/**
 * Whether the cells are lit as a sheet of paper is, and some have text on them. The light on paper has a small second
 * difference between cells; a sky or wall in a photograph has clouds and stains.
 */
function isSheet({ cells, width }: CellGrid, paper: Uint8Array): boolean {
  const log = cells.map(({ luma }) => Math.log(Math.max(luma, 1 / 255)))
  const bends: number[] = []
  let [count, inked] = [0, 0]
  paper.forEach((isPaper, i) => {
    if (!isPaper) return
    count++
    if ((cells[i] as Cell).ink > INK) inked++
    for (const [a, b] of [
      [i % width === 0 ? -1 : i - 1, (i + 1) % width === 0 ? -1 : i + 1],
      [i - width, i + width],
    ] as const) {
      if (!paper[a] || !paper[b]) continue
      bends.push(Math.abs((log[a] as number) + (log[b] as number) - 2 * (log[i] as number)))
    }
  })
  bends.sort((a, b) => a - b)
  const bend = (share: number) =>
    bends[Math.floor(bends.length * share)] ?? Number.POSITIVE_INFINITY
  return inked > count * WRITTEN_ON && bend(0.75) < MAX_BEND && bend(0.9) < 2 * MAX_BEND
}

/** Whether the paper covers enough of the image to be a page. */
function covers({ cells, width, height }: CellGrid, paper: Uint8Array): boolean {
  const count = paper.reduce((a, b) => a + b, 0)
  const visible = cells.filter((cell) => cell.visible).length
  const columns = new Set<number>()
  const rows = new Set<number>()
  paper.forEach((isPaper, i) => {
    if (isPaper) columns.add(i % width)
    if (isPaper) rows.add(Math.floor(i / width))
  })
  return count > visible * PAGE && columns.size > width * SPAN && rows.size > height * SPAN
}
