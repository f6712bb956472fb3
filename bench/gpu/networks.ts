import type { FixedInputModel, ImageToImageModel } from '../../models/models.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { differ } from '../../workers/inference/gpu/compare-tiles.ts'
import { inferFirst } from '../../workers/inference/infer.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { runTiled } from '../../workers/inference/run-tiled.ts'
import { inOneView } from '../../workers/inference/tiles.ts'
import { runsFor, timeOnGpu } from '../lib/bare-runs.ts'
import { median } from '../lib/stats.mjs'

/** What was found of a network in one precision, times in milliseconds. */
export interface Found {
  /** Of an image, or of its own input. */
  step: number
  /** The network alone, on as many tiles. */
  bare?: number
  /** A first tile, with what it compiles. */
  first: number
  /** The largest difference from WASM in a tile, of 255. */
  most: number
  isRight: boolean
}

/** In fp32; scores of 0 to 1, and matte. Darkroom's own check is stricter than this where it knows the answer. */
const TOLERANCE = 2
const context = {
  progress: () => {},
  checkpoint: async () => {},
  explain: (error: unknown) => error as Error,
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

/** Noise on soft waves. */
function picture(width: number, height: number): RasterImage {
  const pixels = new Uint8ClampedArray(4 * width * height)
  let seed = 1
  for (let i = 0; i < pixels.length; i++) {
    seed = (seed * 48271) % 2147483647
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    const wave = Math.sin(x / 9 + (i % 4)) + Math.cos(y / 13 - (i % 4))
    pixels[i] = i % 4 === 3 ? 255 : 128 + 45 * wave + (seed % 21) - 10
  }
  return { width, height, pixels, alpha: false }
}

/** Runs a network over an image by Darkroom's own pipeline, and alone, and over a tile of the same shape on WASM too. */
export async function measureTiled(
  loaded: LoadedModel<ImageToImageModel>,
  wasm: LoadedModel<ImageToImageModel>,
  { side, rounds }: { side: number; rounds: number },
): Promise<Found> {
  const runs = runsFor(loaded.model, side, side)
  const tile = picture(runs.tileWidth, runs.tileHeight)
  const image = picture(side, side)
  const once = (on: LoadedModel<ImageToImageModel>) =>
    runTiled(tile, { ...on, model: inOneView(on.model) }, context)
  const expected = (await once(wasm)).pixels
  const first = await timed(() => once(loaded))
  const { pixels } = first.value
  const [steps, bare]: [number[], number[]] = [[], []]
  // By turns, as a machine slows down when it gets warm.
  for (let round = 0; round < rounds; round++) {
    steps.push((await timed(() => runTiled(image, loaded, context))).ms)
    bare.push(await timeOnGpu(loaded.device.gpu as GPUDevice, loaded, runs))
  }
  await Promise.all([loaded.session.release(), wasm.session.release()])
  const most = mostDifference(pixels, expected)
  const isRight = !differ(pixels, expected)
  return { step: median(steps), bare: median(bare), first: first.ms, most, isRight }
}

/** The same for a network of one input size, whose time includes that of its input and output. */
export async function measureFixed(
  loaded: LoadedModel<FixedInputModel>,
  wasm: LoadedModel<FixedInputModel>,
  { rounds }: { rounds: number },
): Promise<Found> {
  const { width, height, channels = 3 } = loaded.model
  const { pixels } = picture(width, height)
  const values = Float32Array.from(
    { length: channels * width * height },
    (_, i) => (pixels[4 * (i % (width * height)) + Math.floor(i / (width * height))] ?? 0) / 255,
  )
  const expected = await inferFirst(values, wasm, context)
  const first = await timed(() => inferFirst(values, loaded, context))
  const steps: number[] = []
  for (let round = 0; round < rounds; round++)
    steps.push((await timed(() => inferFirst(values, loaded, context))).ms)
  await Promise.all([loaded.session.release(), wasm.session.release()])
  const most = 255 * mostDifference(first.value, expected, 1)
  return { step: median(steps), first: first.ms, most, isRight: most < TOLERANCE }
}

/** Relative where values exceed `unit`. NaN where one is. */
function mostDifference(
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
  unit = Number.POSITIVE_INFINITY,
): number {
  let most = 0
  for (let i = 0; i < expected.length; i++) {
    const value = expected[i] as number
    const scale = Math.max(1, Math.abs(value) / unit)
    most = Math.max(most, Math.abs((found[i] as number) - value) / scale)
  }
  return most
}
