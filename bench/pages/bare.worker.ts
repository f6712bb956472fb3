import { expose } from 'comlink'
import type { ImageToImageModel, ImageToImageModelName } from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { TileSize } from '../../src/shared/worker/tile-size.ts'
import type { InferenceContext } from '../../workers/inference/context.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { withTiles } from '../../workers/inference/tiles.ts'
import { enlarge } from '../../workers/operations/upscale/enlarge.ts'
import { type Runs, runsFor, timeOnGpu } from '../lib/bare-runs.ts'

type Loaded = LoadedModel<ImageToImageModel>

/** Where a network may run, and in which precision. */
interface Allowed {
  provider: 'auto' | 'wasm' | 'webgpu'
  precision: 'auto' | 'fp32'
}

const anything: Allowed = { provider: 'auto', precision: 'auto' }

const opened = new Map<string, Sessions>()

const load = (name: ImageToImageModelName, allowed?: Allowed): Promise<Loaded> =>
  sessionsFor(allowed).load(name, () => {})

function sessionsFor({ provider, precision }: Allowed = anything): Sessions {
  const key = `${provider} ${precision}`
  const sessions = opened.get(key) ?? new Sessions(provider, undefined, { precision })
  opened.set(key, sessions)
  return sessions
}

/** Runs a network without what a job does around it, in the same kind of session as Darkroom. */
const bare = {
  /** What an image takes. */
  async runsFor(
    name: ImageToImageModelName,
    size: Size,
    tiles?: TileSize,
    allowed?: Allowed,
  ): Promise<Runs> {
    const { model } = await load(name, allowed)
    return runsFor(model, size.width, size.height, tiles)
  },

  /** The milliseconds that the runs take. */
  async time(name: ImageToImageModelName, runs: Runs, allowed?: Allowed): Promise<number> {
    const loaded = await load(name, allowed)
    const { gpu } = loaded.device
    return gpu ? timeOnGpu(gpu, loaded, runs) : timeOnCpu(loaded, runs)
  },

  /** The milliseconds that enlarging a file on WASM takes, those of the network alone, and the share that SPAN computes: with `isSparing` what is needed, in large tiles and in integers where it has them, as in a job; else all, in the usual ones and in fp32. */
  async enlarge(file: Blob, scale: 2 | 4, isSparing: boolean) {
    const sessions = sessionsFor({ provider: 'wasm', precision: isSparing ? 'auto' : 'fp32' })
    const image = await pixelsOf(file)
    const seen = { computed: 1, networkMs: 0 }
    const context = contextOf(sessions, isSparing ? 'large' : 'usual', seen)
    const start = performance.now()
    await enlarge(image, `span-x${scale}`, scale, context, isSparing)
    return { ms: performance.now() - start, ...seen }
  },
}

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
