import * as Comlink from 'comlink'
import { type ImageToImageModelName, models } from '../../models/models.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { type TileOptions, tileGrid } from '../../workers/inference/tiles.ts'

const sessions = new Sessions('auto')

/** Runs the model without the pipeline, in the same kind of session as Darkroom. */
const bare = {
  /** Returns how the tiler splits an image. */
  shape(
    model: ImageToImageModelName,
    width: number,
    height: number,
    options: Partial<TileOptions> = {},
  ) {
    const { tiles, tileWidth, tileHeight } = tileGrid(width, height, {
      ...models[model],
      ...options,
    })
    return { runs: tiles.length, tileWidth, tileHeight }
  },

  /** Returns the milliseconds that `runs` runs on tiles of this size take. */
  async run(
    model: ImageToImageModelName,
    { runs, tileWidth, tileHeight }: { runs: number; tileWidth: number; tileHeight: number },
  ) {
    const { ort, session } = await sessions.load(model, () => undefined)
    const data = Float32Array.from({ length: 3 * tileWidth * tileHeight }, Math.random)
    const input = new ort.Tensor('float32', data, [1, 3, tileHeight, tileWidth])
    const start = performance.now()
    for (let i = 0; i < runs; i++) (await session.run({ input })).output?.dispose()
    return performance.now() - start
  },
}

export type Bare = typeof bare

Comlink.expose(bare)
