import type { ImageToImageModel } from '../../models/models.ts'
import type { RasterImage } from '../image/image.ts'
import { type Cells, coverOf, isNeeded } from './cover.ts'
import type { LoadedModel } from './loaded-model.ts'
import { clearMarks, NOT_COMPUTED, type TiledRun } from './tiled-run.ts'
import { computedPixels, largestTile, type Tile, type TileGrid } from './tiles.ts'

/** Finds where a network is needed, for one whose `multiple` is 1. */
export type FindCells = () => Promise<Cells>

/**
 * The least share of what is computed that has to be left out: below it, interpolating the rest costs what was saved. It is
 * 1 or 2 % of the network's time.
 */
const LEFT_OUT = 0.05
/** A GPU that computes a pixel of the source in less time is as fast as the interpolation on the CPU. */
const SLOW_GPU_MS = 0.001

/**
 * The tiles of a grid that are needed, if that spares work: on a GPU, whose tiles are compiled and checked by their shape,
 * some of the same; on WASM tiles of several shapes.
 */
export async function sparedGrid(
  grid: TileGrid,
  image: RasterImage,
  { model, device, pace }: LoadedModel<ImageToImageModel>,
  findCells: FindCells | undefined,
): Promise<TileGrid> {
  if (!findCells) return grid
  // Unknown of the smallest images only, which are a single tile.
  if (device.gpu && (pace?.msPerPixel ?? 0) < SLOW_GPU_MS) return grid
  const cells = await findCells()
  const tiles = device.gpu
    ? grid.tiles.filter(({ core }) => isNeeded(cells, core))
    : coverOf(image, cells, { ...model, tilePixels: largestTile(model) })?.sort(
        (a, b) => pixelsOf(b) - pixelsOf(a),
      )
  const most = (1 - LEFT_OUT) * computedPixels(grid.tiles)
  return tiles && computedPixels(tiles) <= most ? { ...grid, tiles } : grid
}

const pixelsOf = ({ input }: Tile) => input.width * input.height

/** Marks the pixels that no tile computes. */
export function markNotComputed({ image, grid, result: { suspect } }: TiledRun) {
  if (!suspect) return
  suspect.fill(NOT_COMPUTED)
  for (const { core } of grid.tiles) clearMarks(suspect, image, core)
}
