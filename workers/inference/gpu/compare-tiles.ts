import type { Box, Size } from '../../../src/plan/size.ts'
import { cropImage } from '../../image/crop.ts'
import { movedTo } from '../give-up.ts'
import type { SecondOpinion } from '../loaded-model.ts'
import { clearMarks, type TileContext, type TiledRun } from '../tiled-run.ts'
import type { Tile } from '../tiles.ts'
import { runTilesOnCpu } from '../tiles-on-cpu.ts'
import { wrongAnswer } from '../wrong-answer.ts'

/** A share of implausible pixels above which a tile is doubted. Drawings and noise have so many on every GPU. */
const MAX_SUSPECTS = 0.05
/** So many doubted tiles of an image that WASM computes alike are enough: its content is the cause. */
const ENOUGH = 3
/** What comparing tiles without a reason may take, as a share of the GPU's time. */
const MAX_SHARE = 0.01
/** Rounding differs by less than this, of 255, in all but a few values; fp16 too. */
const TOLERANCE = 8
const FEW = 0.001

/** Whether it is time to compare a tile. */
export const isDue = (ms: { gpu: number; spent: number; expected: number }): boolean =>
  ms.spent + ms.expected <= MAX_SHARE * ms.gpu

/** Whether a tile has so many implausible pixels that it is doubted. */
export const isDoubted = (suspects: number, { width, height }: Size): boolean =>
  suspects > MAX_SUSPECTS * width * height

/** Whether two devices can't both be right. */
export function differ(one: Uint8ClampedArray, other: Uint8ClampedArray): boolean {
  let count = 0
  one.forEach((value, i) => {
    if (Math.abs(value - (other[i] as number)) > TOLERANCE) count++
  })
  return count > FEW * one.length
}

/**
 * Compares tiles of a GPU with WASM's, after an image that took so long: doubted ones, and any once in a while. WASM's are
 * kept. `suspects`: implausible pixels of each tile.
 * @throws Error where a tile differs.
 */
export async function compareTiles(
  run: TiledRun,
  suspects: number[],
  gpuMs: number,
  context: TileContext,
  now = () => performance.now(),
): Promise<void> {
  const { opinion } = run.loaded
  if (!opinion) return
  const { ms } = opinion
  ms.gpu += gpuMs
  const { tiles } = run.grid
  const doubted = tiles.filter(({ core }, i) => isDoubted(suspects[i] as number, core))
  for (const tile of doubted.slice(0, ENOUGH)) await computeOnWasm(run, tile, opinion, context)
  if (doubted.length > 0 || !isDue(ms)) return
  const start = now()
  const any = tiles[Math.floor(Math.random() * tiles.length)] as Tile
  await computeOnWasm(run, any, opinion, context)
  ms.expected = now() - start
  ms.spent += ms.expected
}

async function computeOnWasm(
  run: TiledRun,
  tile: Tile,
  opinion: SecondOpinion,
  context: TileContext,
): Promise<void> {
  const { image, loaded, grid, result } = run
  const before = pixelsOf(run, tile.core)
  await context.checkpoint()
  // A pause for a more urgent run is not measured.
  const silent = { ...context, progress: () => {}, checkpoint: async () => {} }
  try {
    const rival = movedTo(await opinion.rival(), loaded)
    if (result.suspect) clearMarks(result.suspect, image, tile.core)
    await runTilesOnCpu({ ...run, loaded: rival, grid: { ...grid, tiles: [tile] } }, silent)
  } catch {
    // Where WASM fails, nothing is known.
    return
  }
  if (differ(before, pixelsOf(run, tile.core)))
    throw wrongAnswer('a tile differs from that of WebAssembly')
}

/** The pixels that a run made of a part of its image, which a core may exceed. */
function pixelsOf({ image, loaded, result }: TiledRun, core: Box): Uint8ClampedArray {
  const { scale } = loaded.model
  const { x, y, width, height } = visible(core, image)
  const whole = { ...image, width: image.width * scale, height: image.height * scale }
  const box = { x: x * scale, y: y * scale, width: width * scale, height: height * scale }
  return cropImage({ ...whole, pixels: result.pixels }, box).pixels
}

const visible = ({ x, y, width, height }: Box, image: Size): Box => ({
  x,
  y,
  width: Math.min(width, image.width - x),
  height: Math.min(height, image.height - y),
})
