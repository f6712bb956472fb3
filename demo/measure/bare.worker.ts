import { expose } from 'comlink'
import { type ImageToImageModelName, models } from '../../models/models.ts'
import { passesFor } from '../../workers/inference/run-tiled.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { tileGrid } from '../../workers/inference/tiles.ts'
import type { Provider } from './report.ts'

let sessions: Sessions | undefined

/** Milliseconds that a network takes for the tiles of a square image, without what a job does around it. */
async function run(provider: Provider, name: ImageToImageModelName, side: number): Promise<number> {
  sessions ??= new Sessions(provider)
  const { ort, session } = await sessions.load(name, () => {})
  const model = models[name]
  const { tiles, tileWidth, tileHeight } = tileGrid(side, side, model)
  const data = Float32Array.from({ length: 3 * tileWidth * tileHeight }, Math.random)
  const runs = tiles.length * passesFor({ width: side, height: side }, model)
  const start = performance.now()
  for (let i = 0; i < runs; i++) {
    const input = new ort.Tensor('float32', data, [1, 3, tileHeight, tileWidth])
    const { output } = await session.run({ input })
    await output?.getData()
    output?.dispose()
  }
  return performance.now() - start
}

const bare = { run }
export type Bare = typeof bare

expose(bare)
