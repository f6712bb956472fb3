import type { TileContext, TiledRun } from '../tiled-run.ts'
import type { Tile } from '../tiles.ts'
import { Buffers, checked } from './buffers.ts'
import { type Download, Downloads } from './downloads.ts'
import { kernel } from './kernels.ts'
import { SourceRows } from './source-rows.ts'

/**
 * Runs of the network between two downloads. Twice as many may be queued, so that the GPU works while JavaScript does; with
 * more, aborts and more urgent runs would wait for longer.
 */
const RUNS_A_BATCH = 2
/** The largest parameters of a shader. */
const PARAMETER_BYTES = 64

/**
 * Computes the tiles without their leaving the GPU: rows of the image go up as bytes, and the cores come down as bytes.
 * A tile is queued before those of the last batch are waited for. Returns of each how many source pixels
 * have an implausible output.
 * @param assertNothingRefused that of the entry: this is loaded apart from it, and would have a memory of its own.
 */
export async function runTilesOnGpu(
  run: TiledRun,
  gpu: GPUDevice,
  context: TileContext,
  assertNothingRefused: () => void,
): Promise<number[]> {
  const buffers = new Buffers(gpu)
  try {
    return await runBatches(run, await prepare(run, gpu, buffers), context, assertNothingRefused)
  } finally {
    buffers.destroy()
  }
}

/** What all tiles of a run share on the GPU. Its queue keeps the order, so that the buffers of one tile do for all. */
type Stages = Awaited<ReturnType<typeof prepare>>

async function prepare(run: TiledRun, gpu: GPUDevice, buffers: Buffers) {
  const { image, grid, views } = run
  const { ort, model, precision, reduce = 1 } = run.loaded
  const [width, height, side] = [grid.tileWidth, grid.tileHeight, model.scale * reduce]
  const inFp16 = precision === 'fp16'
  const several = views.length > 1
  const [pack, add, unpack] = await Promise.all([
    kernel(gpu, inFp16 ? 'packFp16' : 'pack'),
    several ? kernel(gpu, inFp16 ? 'addFp16' : 'add') : undefined,
    // A sum is one of float32.
    kernel(gpu, inFp16 && !several ? 'unpackFp16' : 'unpack'),
  ])
  return checked(gpu, () => {
    const rows = new SourceRows(gpu, image, grid, buffers)
    const downloads = new Downloads(gpu, run, batchOf(run), buffers)
    const parameters = buffers.uniform(PARAMETER_BYTES)
    const values = (pixels: number, bytes: number) =>
      buffers.storage(4 * Math.ceil((3 * pixels * bytes) / 4))
    const bytes = inFp16 ? 2 : 4
    const input = values(width * height, bytes)
    const output = values(width * height * side ** 2, bytes)
    const sum = several ? values(width * height * side ** 2, 4) : undefined
    const tensor = (buffer: GPUBuffer, w: number, h: number) =>
      ort.Tensor.fromGpuBuffer(buffer, {
        dataType: inFp16 ? 'float16' : 'float32',
        dims: [1, 3, h, w],
      })
    return {
      rows,
      downloads,
      feeds: { input: tensor(input, width, height) },
      fetches: { output: tensor(output, width * side, height * side) },
      pack: pack(parameters, [rows.buffer, input]),
      add: sum && add?.(parameters, [output, sum]),
      unpack: unpack(parameters, [rows.buffer, sum ?? output, downloads.buffer]),
    }
  })
}

/** Tiles that come down together. */
const batchOf = ({ views }: TiledRun) => Math.max(1, Math.floor(RUNS_A_BATCH / views.length))

async function runBatches(
  run: TiledRun,
  stages: Stages,
  context: TileContext,
  assertNothingRefused: () => void,
): Promise<number[]> {
  const { tiles } = run.grid
  const batch = batchOf(run)
  const pixels = run.grid.tileWidth * run.grid.tileHeight * run.views.length
  const suspects: number[] = []
  const take = async (download: Download) => {
    const taken = download.take()
    suspects.push(...(await (run.loaded.pace?.wait(taken, pixels * download.tiles) ?? taken)))
    assertNothingRefused()
    context.progress(suspects.length / tiles.length)
  }
  let coming: Download | undefined
  for (let i = 0; i < tiles.length; i += batch) {
    for (const tile of tiles.slice(i, i + batch)) {
      await context.checkpoint()
      await run.loaded.recheck?.beforeRun()
      await compute(run, stages, tile, context)
    }
    const next = stages.downloads.begin()
    if (coming) await take(coming)
    coming = next
  }
  if (coming) await take(coming)
  return suspects
}

/** Queues a tile. Waits for onnxruntime to have queued its part, not for the GPU. */
async function compute(
  { image, loaded, views }: TiledRun,
  { rows, downloads, feeds, fetches, pack, add, unpack }: Stages,
  { input, core }: Tile,
  context: TileContext,
): Promise<void> {
  const { width, height, x: left, y: top } = input
  const { model, reduce = 1 } = loaded
  const side = model.scale * reduce
  const source = { imageWidth: image.width, imageHeight: image.height, rows: rows.count }
  rows.upload(top + height)
  for (const [i, { x, y }] of views.entries()) {
    if (i > 0) await context.checkpoint()
    const flip = { flipX: Number(x), flipY: Number(y) }
    pack({ ...source, ...flip, width, height, left, top })
    await loaded.session.run(feeds, fetches)
    add?.({ ...flip, width: width * side, height: height * side, isFirst: Number(i === 0) })
  }
  const visible = {
    ...core,
    width: Math.min(core.width, image.width - core.x),
    height: Math.min(core.height, image.height - core.y),
  }
  unpack({
    ...source,
    width: visible.width,
    height: visible.height,
    left: core.x,
    top: core.y,
    tileLeft: left,
    tileTop: top,
    tileWidth: width,
    tileHeight: height,
    scale: model.scale,
    reduce,
    views: views.length,
    to: downloads.add(visible),
  })
}
