import * as Comlink from 'comlink'
import { type ImageToImageModel, models } from '../../models/models.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { runTiled } from '../../workers/inference/run-tiled.ts'
import { Sessions } from '../../workers/inference/sessions.ts'

const sessions = new Sessions('auto')

/** Runs the model without the pipeline, in the same kind of session as Darkroom. */
const bare = {
  /** Returns how the tiler splits an image, by running it with a stub model that counts the runs. */
  async shape(width: number, height: number, scale: 2 | 4) {
    const model = models[`span-x${scale}`]
    const cut = { runs: 0, tileWidth: 0, tileHeight: 0 }
    class Tensor {
      constructor(_type: string, _data: Float32Array, [, , h = 0, w = 0]: number[]) {
        Object.assign(cut, { tileWidth: w, tileHeight: h })
      }
    }
    const run = async () => {
      cut.runs++
      const size = 3 * cut.tileWidth * cut.tileHeight * scale ** 2
      return { output: { getData: async () => new Float32Array(size), dispose() {} } }
    }
    const pixels = new Uint8ClampedArray(4 * width * height)
    const counting = {
      model,
      ort: { Tensor },
      session: { run },
    } as unknown as LoadedModel<ImageToImageModel>
    await runTiled({ width, height, pixels, alpha: false }, counting, {
      progress() {},
      checkpoint: async () => undefined,
      explain: (error) => error as Error,
    })
    return cut
  },

  /** Returns the milliseconds that `runs` runs on tiles of this size take. */
  async run(
    model: 'span-x2' | 'span-x4',
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
