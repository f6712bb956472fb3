import { expose } from 'comlink'
import { type ImageToImageModel, type ImageToImageModelName, models } from '../../models/models.ts'
import type { InferenceContext } from '../../workers/inference/context.ts'
import { Buffers } from '../../workers/inference/gpu/buffers.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { viewCount } from '../../workers/inference/run-tiled.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { type TileOptions, tileGrid } from '../../workers/inference/tiles.ts'
import { enlarge } from '../../workers/operations/upscale/enlarge.ts'

let sessions: Sessions | undefined

type Loaded = LoadedModel<ImageToImageModel>

/** How often a network runs, and on tiles of which size. */
interface Runs {
  runs: number
  tileWidth: number
  tileHeight: number
}

/** Runs a network without what a job does around it, in the same kind of session as Darkroom. */
const bare = {
  /** What an image takes. */
  runsFor(
    name: ImageToImageModelName,
    width: number,
    height: number,
    options: Partial<TileOptions> = {},
  ): Runs {
    const model = models[name]
    const { tiles, tileWidth, tileHeight } = tileGrid(width, height, { ...model, ...options })
    return { runs: tiles.length * viewCount({ width, height }, model), tileWidth, tileHeight }
  },

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

  /** The milliseconds that enlarging a file on WASM takes, and the share of it that SPAN computes: with `isSparing` what is needed, as in a job. */
  async enlarge(file: Blob, scale: 2 | 4, isSparing: boolean) {
    wasm ??= new Sessions('wasm', undefined, {})
    const image = await pixelsOf(file)
    const context = { ...contextOf(wasm), computed: 1 }
    context.noteComputed = (share) => void Object.assign(context, { computed: share })
    const start = performance.now()
    await enlarge(image, `span-x${scale}`, scale, context, isSparing)
    return { ms: performance.now() - start, computed: context.computed }
  },
}

let wasm: Sessions | undefined

const contextOf = (sessions: Sessions): InferenceContext => ({
  progress: () => {},
  checkpoint: async () => {},
  explain: (error) => error as Error,
  load: (name) => sessions.load(name, () => {}),
  loadFixedInput: () => Promise.reject(new Error('no model of one input size')),
  customModelFor: async () => undefined,
  noteUnchanged: () => {},
  noteComputed: () => {},
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

/** Input and output stay on the GPU, and a run is queued while the last one is computed, as in a job. */
async function timeOnGpu(
  gpu: GPUDevice,
  { ort, session, precision, model: { scale } }: Loaded,
  { runs, tileWidth, tileHeight }: Runs,
) {
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

export type Bare = typeof bare

expose(bare)
