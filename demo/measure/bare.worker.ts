import { expose } from 'comlink'
import { type ImageToImageModel, type ImageToImageModelName, models } from '../../models/models.ts'
import { Buffers } from '../../workers/inference/gpu/buffers.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { passesFor } from '../../workers/inference/run-tiled.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { type TileGrid, tileGrid } from '../../workers/inference/tiles.ts'
import type { Target } from './report.ts'

let sessions: Sessions | undefined

/** Milliseconds that a network takes for the tiles of a square image, without what a job does around it. */
async function run(target: Target, name: ImageToImageModelName, side: number): Promise<number> {
  const precision = target.precision === 'fp16' ? 'auto' : 'fp32'
  sessions ??= new Sessions(target.provider, undefined, { precision })
  const loaded = await sessions.load(name, () => {})
  const model = models[name]
  const grid = tileGrid(side, side, model)
  const runs = grid.tiles.length * passesFor({ width: side, height: side }, model)
  const { gpu } = loaded.device
  return gpu ? timeOnGpu(gpu, loaded, grid, runs) : timeOnCpu(loaded, grid, runs)
}

type Loaded = LoadedModel<ImageToImageModel>

async function timeOnCpu({ ort, session }: Loaded, grid: TileGrid, runs: number): Promise<number> {
  const { tileWidth, tileHeight } = grid
  const data = Float32Array.from({ length: 3 * tileWidth * tileHeight }, Math.random)
  const start = performance.now()
  for (let i = 0; i < runs; i++) {
    const input = new ort.Tensor('float32', data, [1, 3, tileHeight, tileWidth])
    const { output } = await session.run({ input })
    output?.dispose()
  }
  return performance.now() - start
}

/** Input and output stay on the GPU, and a run is queued while the last one is computed, as in a job. */
async function timeOnGpu(
  gpu: GPUDevice,
  { ort, session, precision, model: { scale } }: Loaded,
  { tileWidth, tileHeight }: TileGrid,
  runs: number,
): Promise<number> {
  const buffers = new Buffers(gpu)
  const [dataType, bytes] =
    precision === 'fp16' ? (['float16', 6] as const) : (['float32', 12] as const)
  const tensor = (width: number, height: number) =>
    ort.Tensor.fromGpuBuffer(buffers.storage(4 * Math.ceil((bytes * width * height) / 4)), {
      dataType,
      dims: [1, 3, height, width],
    })
  const input = tensor(tileWidth, tileHeight)
  const output = tensor(tileWidth * scale, tileHeight * scale)
  const start = performance.now()
  let last: Promise<unknown> | undefined
  for (let i = 0; i < runs; i++) {
    await session.run({ input }, { output })
    const done = gpu.queue.onSubmittedWorkDone()
    await last
    last = done
  }
  await last
  const ms = performance.now() - start
  buffers.destroy()
  return ms
}

const bare = { run }
export type Bare = typeof bare

expose(bare)
