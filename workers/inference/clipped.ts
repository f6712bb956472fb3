import type { ImageToImageModel } from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { RasterImage } from '../image/image.ts'
import { type Cells, coverOf } from './cover.ts'
import { movedTo } from './give-up.ts'
import type { LoadedModel } from './loaded-model.ts'
import { clearMarks, IMPLAUSIBLE, type TileContext, type Tiled } from './tiled-run.ts'
import { largestTile } from './tiles.ts'
import { runTilesOnCpu } from './tiles-on-cpu.ts'

/** Side of a cell that is computed again, and the pixels around it that are computed with it: integers err there too. */
const SIDE = 32
const MARGIN = 8

/**
 * Computes again in fp32 where an enlargement in integers has clipped values, as on small text: its output is not plausible
 * there (`alarm` of models/build/train/int8/export.py). Where fp32 cannot be loaded the output stays, and its marks.
 */
export async function recomputeClipped(
  image: RasterImage,
  result: Tiled,
  loaded: LoadedModel<ImageToImageModel>,
  context: TileContext,
): Promise<void> {
  const { suspect } = result
  if (!loaded.inFp32 || !suspect?.includes(IMPLAUSIBLE)) return
  const exact = await loaded.inFp32().catch(() => undefined)
  const cells = implausibleCells(image, suspect)
  // A tile in fp32 takes less memory than one in integers.
  const cut = { ...loaded.model, tilePixels: largestTile(loaded.model) }
  const tiles = exact && coverOf(image, cells, cut)
  if (!tiles) return
  for (const { core } of tiles) clearMarks(suspect, image, core)
  const grid = { tiles, tileWidth: 0, tileHeight: 0 }
  const views = [{ x: false, y: false }]
  await runTilesOnCpu({ image, loaded: movedTo(exact, loaded), grid, views, result }, context)
}

function implausibleCells({ width, height }: Size, suspect: Uint8Array): Cells {
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const needed = new Uint8Array(columns * rows)
  for (let at = suspect.indexOf(IMPLAUSIBLE); at >= 0; at = suspect.indexOf(IMPLAUSIBLE, at + 1)) {
    const row = Math.floor(at / width)
    needed[Math.floor(row / SIDE) * columns + Math.floor((at - row * width) / SIDE)] = 1
  }
  return { side: SIDE, margin: MARGIN, columns, rows, needed }
}
