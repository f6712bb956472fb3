import type { Tile, Tiles } from './tile-statistics.ts'

/** What a tile of paper has: one bright tone on most of it, pale. */
const SHARE = 0.4
const DARKEST = 0.15
const PALE = 0.45
/** Old paper is yellow; what is as blue as this is sky. */
const SKY = 0.15
/** Share of the visible tiles, and of either side of the image, that a page covers at least. */
const PAGE = 0.35
const SPAN = 0.6
/** How far the light may change from a tile to the next, or the one behind it. */
const GENTLE = 0.84
/** How far the ratios of the channels may be from the page's: a cast changes slowly, and a print is another color. */
const CAST = 0.16
const TIGHT = 0.08
/** A part of the page beyond a hard shadow: its share of all tiles, and that of its tiles that carry ink. */
const PART = 0.04
const WRITTEN = 0.1
const INK = 0.02
/** How much the logarithm of the light bends from tile to tile on three quarters of a page, and how many are written on. */
const BENT = 0.013
const WRITTEN_ON = 0.05

/**
 * Finds the tiles of a page's paper: it starts from the brightest and follows the light as far as that changes gently,
 * so that photographs and colored areas on the page are left out. What lies beyond a hard shadow's edge counts
 * where it has the page's color, reaches the image's border and is written on.
 * @returns one byte a tile, 1 for paper; undefined where there is no page.
 */
export function findPaper(grid: Tiles): Uint8Array | undefined {
  const { tiles } = grid
  const candidate = tiles.map(isCandidate)
  const page = pageOf(tiles.filter((_, i) => candidate[i]))
  if (!page) return undefined
  const paper = new Uint8Array(tiles.length)
  const start = tiles.flatMap((tile, i) =>
    candidate[i] && tile.luma > page.luma * 0.95 && colorDistance(tile, page) < CAST ? [i] : [],
  )
  const isPageColor = (tile: Tile) => colorDistance(tile, page) < CAST
  for (const i of grow(grid, start, candidate, isPageColor)) paper[i] = 1
  for (let i = 0; i < tiles.length; i++) {
    if (paper[i] || !candidate[i] || colorDistance(tiles[i] as Tile, page) > TIGHT) continue
    const part = grow(grid, [i], candidate, (tile) => colorDistance(tile, page) < TIGHT)
    for (const k of part) candidate[k] = false
    if (isShaded(grid, part)) for (const k of part) paper[k] = 1
  }
  return covers(grid, paper) && isSheet(grid, paper) ? paper : undefined
}

function isCandidate({ color, luma, share, visible }: Tile): boolean {
  const [red, , blue] = color
  const most = Math.max(...color)
  const pale = most - Math.min(...color) < most * PALE && blue - red < most * SKY
  return visible && share > SHARE && luma > DARKEST && pale
}

/** The paper where the light is best: the tile at the 90th percentile of luma. */
function pageOf(tiles: Tile[]): Tile | undefined {
  const sorted = [...tiles].sort((a, b) => a.luma - b.luma)
  return sorted[Math.floor(sorted.length * 0.9)]
}

/** How different two colors are, whatever their lightness: the larger change of red or blue against green. */
function colorDistance({ color: a }: Tile, { color: b }: Tile): number {
  const off = (c: 0 | 2) =>
    Math.abs(Math.log((Math.max(1, a[c]) * b[1]) / (Math.max(1, a[1]) * Math.max(1, b[c]))))
  return Math.max(off(0), off(2))
}

/** The candidates that can be reached by gentle changes of light. */
function grow(
  { tiles, width, height }: Tiles,
  start: number[],
  candidate: boolean[],
  accepted: (tile: Tile) => boolean,
): number[] {
  const reached = new Set(start)
  const queue = [...start]
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const [x, y, from] = [i % width, Math.floor(i / width), tiles[i] as Tile]
    for (const [dx, dy] of neighborSteps) {
      const [u, v] = [x + dx, y + dy]
      const k = v * width + u
      if (u < 0 || v < 0 || u >= width || v >= height || reached.has(k) || !candidate[k]) continue
      const to = tiles[k] as Tile
      const ratio = Math.min(to.luma, from.luma) / Math.max(to.luma, from.luma)
      if (ratio < GENTLE ** Math.max(Math.abs(dx), Math.abs(dy)) || !accepted(to)) continue
      reached.add(k)
      queue.push(k)
    }
  }
  return [...reached]
}

/** To the neighbors, and over one tile that is full of ink. */
const neighborSteps = [1, 2].flatMap(
  (n) =>
    [
      [n, 0],
      [-n, 0],
      [0, n],
      [0, -n],
    ] as [number, number][],
)

function isShaded({ tiles, width, height }: Tiles, part: number[]): boolean {
  if (part.length < tiles.length * PART) return false
  const edge = (i: number) =>
    i % width === 0 || i % width === width - 1 || i < width || i >= width * (height - 1)
  const inked = part.filter((i) => (tiles[i] as Tile).ink > INK)
  return part.some(edge) && inked.length > part.length * WRITTEN
}

/**
 * Whether the tiles are lit as a sheet is: the light bends little from tile to tile, where a photograph's sky or wall
 * has clouds and stains, and something is written on some of them.
 */
function isSheet({ tiles, width }: Tiles, paper: Uint8Array): boolean {
  const log = tiles.map(({ luma }) => Math.log(Math.max(luma, 1 / 255)))
  const bends: number[] = []
  let [count, inked] = [0, 0]
  paper.forEach((is, i) => {
    if (!is) return
    count++
    if ((tiles[i] as Tile).ink > INK) inked++
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
  return inked > count * WRITTEN_ON && bend(0.75) < BENT && bend(0.9) < 2 * BENT
}

function covers({ tiles, width, height }: Tiles, paper: Uint8Array): boolean {
  const count = paper.reduce((a, b) => a + b, 0)
  const visible = tiles.filter((tile) => tile.visible).length
  const columns = new Set<number>()
  const rows = new Set<number>()
  paper.forEach((is, i) => {
    if (is) columns.add(i % width)
    if (is) rows.add(Math.floor(i / width))
  })
  return count > visible * PAGE && columns.size > width * SPAN && rows.size > height * SPAN
}
