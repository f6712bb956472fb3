import type { ImageToImageModel } from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { Flip } from '../image/flip.ts'
import type { RasterImage } from '../image/image.ts'
import { movedTo, runOnGpuOrWasm } from './give-up.ts'
import { assertNothingRefused } from './gpu/refused.ts'
import { loadGpuPart } from './load-gpu-part.ts'
import type { LoadedModel } from './loaded-model.ts'
import { type FindCells, markNotComputed, sparedGrid } from './spare-tiles.ts'
import type { TileContext, Tiled, TiledRun } from './tiled-run.ts'
import {
  computedPixels,
  largestTile,
  type TileGrid,
  type TileOptions,
  tileGrid,
  tilePixelsOnGpu,
} from './tiles.ts'
import { runTilesOnCpu } from './tiles-on-cpu.ts'

/** Above so many pixels, averaging several views would take minutes for 0.1 dB. */
const ONE_VIEW_PIXELS = 2e6

/** The views of a tile whose outputs are averaged: the first one, or all. */
const VIEWS: Flip[] = [
  { x: false, y: false },
  { x: true, y: false },
  { x: false, y: true },
  { x: true, y: true },
]

export const viewCount = ({ width, height }: Size, { views }: ImageToImageModel) =>
  width * height > ONE_VIEW_PIXELS ? 1 : views

interface TiledOptions extends Partial<TileOptions> {
  /** Of an upscaler: finds where it is needed. The rest may be left out, which is marked in `suspect`. */
  findCells?: FindCells | undefined
}

/** Runs a network of float32 [1,3,h,w] RGB 0..1 to [1,3,scale h,scale w] over an image, tile by tile. */
export const runTiled = (
  image: RasterImage,
  loaded: LoadedModel<ImageToImageModel>,
  context: TileContext,
  options: TiledOptions = {},
): Promise<Tiled> =>
  runOnGpuOrWasm(loaded, context, (used) => runTiles(image, used, context, options))

async function runTiles(
  image: RasterImage,
  loaded: LoadedModel<ImageToImageModel>,
  context: TileContext,
  { findCells, ...options }: TiledOptions,
): Promise<Tiled> {
  const { scale } = loaded.model
  const views = VIEWS.slice(0, viewCount(image, loaded.model))
  const { gpu } = loaded.device
  const gridNow = async () => {
    const whole = await checkedGrid(image, loaded, options)
    const grid = await sparedGrid(whole, image, loaded, findCells)
    if (findCells) context.noteComputed?.(computedPixels(grid.tiles) / computedPixels(whole.tiles))
    return grid
  }
  const grid = await gridNow()
  const result: Tiled = {
    pixels: new Uint8ClampedArray(image.pixels.length * scale * scale).fill(255),
    ...(scale > 1 && { suspect: new Uint8Array(image.width * image.height) }),
  }
  const run = { image, loaded, grid, views, result }
  markNotComputed(run)
  if (grid.tiles.length === 0) return result
  if (!gpu) {
    await runTilesOnCpu(run, context)
    return result
  }
  const { runTilesOnGpu, compareTiles } = await loadGpuPart()
  const onGpu = (part: TiledRun, told: TileContext) =>
    runTilesOnGpu(part, gpu, told, () => assertNothingRefused(gpu))
  const rival = await raceOver(run, context, onGpu)
  if (rival) {
    await runTilesOnCpu({ ...run, loaded: movedTo(rival, loaded) }, context)
    return result
  }
  // By now it may be known that tiles have to be smaller.
  const paced = { ...run, grid: await gridNow() }
  markNotComputed(paced)
  if (paced.grid.tiles.length === 0) return result
  const start = performance.now()
  const suspects = await onGpu(paced, context)
  const share = suspects.reduce((sum, each) => sum + each, 0) / (image.width * image.height)
  await loaded.recheck?.afterImage(share)
  await compareTiles(paced, suspects, performance.now() - start, context)
  return result
}

/** Tiles of a shape that a GPU computes rightly. What checks take shows its pace, by which they may be smaller. */
async function checkedGrid(...args: Parameters<typeof gridOf>): Promise<TileGrid> {
  const [, { shapes }] = args
  const shapeOf = ({ tileWidth: width, tileHeight: height }: TileGrid) => ({ width, height })
  await shapes?.before(shapeOf(gridOf(...args)))
  const grid = gridOf(...args)
  await shapes?.before(shapeOf(grid))
  return grid
}

function gridOf(
  { width, height }: Size,
  { model, device, pace }: LoadedModel<ImageToImageModel>,
  options: Partial<TileOptions>,
): TileGrid {
  if (!device.gpu) {
    return tileGrid(width, height, { ...model, tilePixels: largestTile(model), ...options })
  }
  const cut = { ...model, ...options }
  const facts = { msPerPixel: pace?.msPerPixel, afterLoss: device.afterLoss }
  return tileGrid(width, height, { ...cut, tilePixels: tilePixelsOnGpu(cut, facts) })
}

/** Has both devices compute the first tile where it is not known which is faster. What they write is written again. */
async function raceOver(
  run: TiledRun,
  context: TileContext,
  onGpu: (part: TiledRun, told: TileContext) => Promise<unknown>,
): Promise<LoadedModel | undefined> {
  const { loaded, grid } = run
  // A pause for a more urgent run is not measured.
  const silent = { ...context, progress: () => {}, checkpoint: async () => {} }
  const part = { ...run, grid: { ...grid, tiles: grid.tiles.slice(0, 1) } }
  const rival = await loaded.race?.({
    size: (grid.tileWidth * grid.tileHeight) / loaded.model.tilePixels,
    checkpoint: context.checkpoint,
    onGpu: () => onGpu(part, silent),
    on: (rival) => runTilesOnCpu({ ...part, loaded: movedTo(rival, loaded) }, silent),
  })
  markNotComputed(run)
  return rival
}
