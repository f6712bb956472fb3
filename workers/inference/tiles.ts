import type { ImageToImageModel, Model } from '../../models/models.ts'
import type { Box } from '../../src/plan/size.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'

/** One run of the network: what it reads, and which part of that it answers for. */
export interface Tile {
  input: Box
  core: Box
}

/** Overlapping tiles of one and the same shape that cover an image, or parts of it. */
export interface TileGrid {
  tileWidth: number
  tileHeight: number
  tiles: Tile[]
}

/** How many pixels some tiles compute. */
export const computedPixels = (tiles: Tile[]): number =>
  tiles.reduce((sum, { input }) => sum + input.width * input.height, 0)

/** How an image may be cut. */
export interface TileOptions {
  /** Pixels around a core. */
  halo: number
  /** Most pixels of a tile. */
  tilePixels: number
  /** Tiles begin at multiples of this, and have such sizes. */
  multiple: number
}

/** A side of this many halos: with fewer, almost all that is computed is overlap. */
const SMALLEST_HALOS = 4

/** Pixels of the smallest sensible tile. */
const smallestTile = (halo: number): number => (SMALLEST_HALOS * halo) ** 2

/** A model that runs in one view: four times as fast where it has four, for about 0.1 dB. */
export const inOneView = <M extends Model>(model: M): M =>
  'halo' in model ? { ...model, views: 1 } : model

/** A model whose tiles are at most of that size. Small ones take the least memory, and are computed in one view each. */
export function withTiles<M extends Model>(model: M, size: TileSize): M {
  if (size === 'large' || !('halo' in model)) return model
  const { large, ...usual } = model
  if (size === 'usual') return usual as M
  return { ...inOneView(usual as M), tilePixels: smallestTile(model.halo) }
}

/** Most pixels of a tile on WASM. */
export const largestTile = ({
  tilePixels,
  large,
}: Pick<ImageToImageModel, 'tilePixels' | 'large'>): number => large?.tilePixels ?? tilePixels

/** The longest that a run may take on a GPU: Windows resets one that works for two seconds. */
const LONGEST_RUN_MS = 1_000

/** Pixels of a tile on a GPU of that pace; a quarter of them after one was lost. The smallest tile goes before both. */
export function tilePixelsOnGpu(
  { tilePixels, halo }: Pick<ImageToImageModel, 'tilePixels' | 'halo'>,
  {
    msPerPixel = 0,
    afterLoss,
  }: { msPerPixel?: number | undefined; afterLoss?: boolean | undefined },
): number {
  const most = Math.min(tilePixels / (afterLoss ? 4 : 1), LONGEST_RUN_MS / msPerPixel)
  return Math.max(Math.floor(most), Math.min(tilePixels, smallestTile(halo)))
}

/**
 * Cuts an image into the fewest computed pixels: tiles of at most `tilePixels`, all of one shape, whose
 * cores touch and which overlap by twice the `halo`. Tiles on a border end exactly there, as the whole
 * image does, so that the network's own padding is the same as in one run over everything; where the
 * size is no multiple, at the next one beyond.
 */
export function tileGrid(
  width: number,
  height: number,
  { halo, tilePixels, multiple }: TileOptions,
): TileGrid {
  const units = (pixels: number) => Math.ceil(pixels / multiple)
  const { tileWidth, tileHeight, tiles } = gridInUnits(
    units(width),
    units(height),
    units(halo),
    Math.floor(tilePixels / multiple ** 2),
  )
  const toPixels = ({ x, y, width, height }: Box): Box => ({
    x: x * multiple,
    y: y * multiple,
    width: width * multiple,
    height: height * multiple,
  })
  return {
    tileWidth: tileWidth * multiple,
    tileHeight: tileHeight * multiple,
    tiles: tiles.map(({ input, core }) => ({ input: toPixels(input), core: toPixels(core) })),
  }
}

function gridInUnits(width: number, height: number, halo: number, maxPixels: number): TileGrid {
  let best: { columns: number; rows: number; cost: number } | undefined
  for (let columns = 1; columns <= width; columns++) {
    const tileWidth = tileLength(width, columns, halo)
    const maxHeight = Math.floor(maxPixels / tileWidth)
    const rows = tileCount(height, maxHeight, halo)
    if (rows === undefined) continue
    const cost = columns * rows * tileWidth * tileLength(height, rows, halo)
    // Thinner tiles than this only cost more.
    if (best && columns * tileWidth > 2 * width) break
    if (!best || cost < best.cost) best = { columns, rows, cost }
  }
  if (!best)
    throw new RangeError(
      `Expected tilePixels above ${(2 * halo + 1) ** 2} but received ${maxPixels}`,
    )
  return build(width, height, halo, best.columns, best.rows)
}

/** How long a tile must be so that `parts` of them, overlapping by 2 x halo, cover `length`. */
const tileLength = (length: number, parts: number, halo: number) =>
  Math.ceil((length + 2 * halo * (parts - 1)) / parts)

/** How many tiles no longer than `longest` cover `length`. */
function tileCount(length: number, longest: number, halo: number): number | undefined {
  if (longest >= length) return 1
  if (longest <= 2 * halo) return undefined
  return Math.ceil((length - 2 * halo) / (longest - 2 * halo))
}

function build(
  width: number,
  height: number,
  halo: number,
  columns: number,
  rows: number,
): TileGrid {
  const xs = spans(width, columns, halo)
  const ys = spans(height, rows, halo)
  const tiles = ys.flatMap((y) =>
    xs.map((x) => ({
      input: { x: x.start, y: y.start, width: x.length, height: y.length },
      core: { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from },
    })),
  )
  return {
    tileWidth: tileLength(width, columns, halo),
    tileHeight: tileLength(height, rows, halo),
    tiles,
  }
}

function spans(total: number, parts: number, halo: number) {
  const length = tileLength(total, parts, halo)
  const starts = Array.from({ length: parts }, (_, i) =>
    i === parts - 1 ? total - length : i * (length - 2 * halo),
  )
  return starts.map((start, i) => ({
    start,
    length,
    from: i === 0 ? 0 : (starts[i - 1] as number) + length - halo,
    to: i === parts - 1 ? total : start + length - halo,
  }))
}
