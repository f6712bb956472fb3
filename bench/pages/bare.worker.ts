import { expose } from 'comlink'
import { type ImageToImageModel, type ImageToImageModelName, models } from '../../models/models.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import type { InferenceContext } from '../../workers/inference/context.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { withTiles } from '../../workers/inference/tiles.ts'
import { enlarge } from '../../workers/operations/upscale/enlarge.ts'
import { type Runs, runsFor, timeOnGpu } from '../lib/bare-runs.ts'

let sessions: Sessions | undefined

type Loaded = LoadedModel<ImageToImageModel>

/** Runs a network without what a job does around it, in the same kind of session as Darkroom. */
const bare = {
  /** What an image takes. */
  runsFor: (name: ImageToImageModelName, width: number, height: number, tiles?: TileSize) =>
    runsFor(models[name], width, height, tiles),

  /** The milliseconds that the runs take. The first call decides for all where, and in which precision. */
  async time(
    name: ImageToImageModelName,
    runs: Runs,
    provider: 'auto' | 'wasm' | 'webgpu' = 'auto',
    precision: 'auto' | 'fp32' = 'auto',
  ): Promise<number> {
    sessions ??= new Sessions(provider, undefined, { precision })
    const loaded = await sessions.load(name, () => {})
    const { gpu } = loaded.device
    return gpu ? timeOnGpu(gpu, loaded, runs) : timeOnCpu(loaded, runs)
  },

  /** The milliseconds that enlarging a file on WASM takes, those of the network alone, and the share that SPAN computes: with `isSparing` what is needed, in large tiles as in a job; else all, in the usual ones. */
  async enlarge(file: Blob, scale: 2 | 4, isSparing: boolean) {
    wasm ??= new Sessions('wasm', undefined, {})
    const image = await pixelsOf(file)
    const seen = { computed: 1, networkMs: 0 }
    const context = contextOf(wasm, isSparing ? 'large' : 'usual', seen)
    const start = performance.now()
    await enlarge(image, `span-x${scale}`, scale, context, isSparing)
    return { ms: performance.now() - start, ...seen }
  },
}

let wasm: Sessions | undefined

interface Seen {
  computed: number
  networkMs: number
}

const contextOf = (sessions: Sessions, tiles: TileSize, seen: Seen): InferenceContext => ({
  progress: () => {},
  checkpoint: async () => {},
  explain: (error) => error as Error,
  load: async (name) => {
    const loaded = await sessions.load(name, () => {})
    return {
      ...loaded,
      session: timed(loaded.session, seen),
      model: withTiles(loaded.model, tiles),
    }
  },
  loadFixedInput: () => Promise.reject(new Error('no model of one input size')),
  customModelFor: async () => undefined,
  noteUnchanged: () => {},
  noteComputed: (share) => void Object.assign(seen, { computed: share }),
})

/** A session that adds up how long it runs. */
const timed = (session: Loaded['session'], seen: Seen): Loaded['session'] =>
  Object.assign(Object.create(session), {
    async run(feeds: Parameters<Loaded['session']['run']>[0]) {
      const start = performance.now()
      const outputs = await session.run(feeds)
      seen.networkMs += performance.now() - start
      return outputs
    },
  })

async function pixelsOf(file: Blob) {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: false }
}

async function timeOnCpu({ ort, session }: Loaded, { runs, tileWidth, tileHeight }: Runs) {
  const data = Float32Array.from({ length: 3 * tileWidth * tileHeight }, Math.random)
  const input = new ort.Tensor('float32', data, [1, 3, tileHeight, tileWidth])
  const start = performance.now()
  for (let i = 0; i < runs; i++) (await session.run({ input })).output?.dispose()
  return performance.now() - start
}

export type Bare = typeof bare

expose(bare)
