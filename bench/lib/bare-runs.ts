import type { ImageToImageModel } from '../../models/models.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import { Buffers } from '../../workers/inference/gpu/buffers.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { viewCount } from '../../workers/inference/run-tiled.ts'
import { largestTile, tileGrid, withTiles } from '../../workers/inference/tiles.ts'

/** How often a network runs, and on tiles of which size. */
export interface Runs {
  runs: number
  tileWidth: number
  tileHeight: number
}

/** What an image takes. */
export function runsFor(
  model: ImageToImageModel,
  width: number,
  height: number,
  size: TileSize = 'usual',
): Runs {
  const { tiles, tileWidth, tileHeight } = tileGrid(width, height, {
    ...model,
    tilePixels: largestTile(withTiles(model, size)),
  })
  return { runs: tiles.length * viewCount({ width, height }, model), tileWidth, tileHeight }
}

/** Input and output stay on the GPU, and a run is queued while the last one is computed, as in a job. */
export async function timeOnGpu(
  gpu: GPUDevice,
  { ort, session, precision, model: { scale } }: LoadedModel<ImageToImageModel>,
  { runs, tileWidth, tileHeight }: Runs,
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
