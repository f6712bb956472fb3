import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { runBlended } from '../../workers/inference/restore.ts'
import { restoreFace } from '../../workers/operations/face-enhance/restore.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'

const SIDE = 2100
const SAMPLES = 16

class Tensor {
  dispose() {}
  constructor(
    readonly type: string,
    readonly data: Float32Array,
  ) {}
}

/** A context whose network adds `change` of 255 to each value above one half, and 1 to all others; and what it has seen. */
function contextOf(change: number) {
  const seen = { runs: 0, unchanged: false }
  const session = {
    run: async ({ input }: { input: Tensor }) => {
      seen.runs++
      const values = input.data.map((value) => value + (value > 0.5 ? change : 1) / 255)
      return { output: { getData: async () => values, dispose() {} } }
    },
  }
  const model = { ...models['denoise-v2'], multiple: 16, views: 1 }
  const context = {
    load: async () => ({ model, ort: { Tensor }, session, device: { provider: 'wasm' } }) as unknown as LoadedModel, // biome-ignore format: a line
    checkpoint: async () => {},
    progress: () => {},
    noteUnchanged: () => {
      seen.unchanged = true
    },
  } as unknown as OperationContext
  return { context, seen }
}

async function restoreBy(change: number, image: RasterImage) {
  const { context, seen } = contextOf(change)
  const result = await runBlended(image, 'denoise-v2', context, () => 0.4)
  return { result, ...seen }
}

function plain(width: number, height: number, value = 100): RasterImage {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(value)
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255
  return { width, height, pixels, alpha: false }
}

/** The same with a bright square of 192 x 192 in the middle of one of the parts that are looked at. */
function withBrightPart(): RasterImage {
  const image = plain(SIDE, SIDE)
  const start = Math.floor(SIDE / 8 - 96)
  for (let y = start; y < start + 192; y++)
    image.pixels.fill(200, 4 * (y * SIDE + start), 4 * (y * SIDE + start + 192))
  return image
}

it('leaves a large image alone where a sample shows that nobody would see the change', async () => {
  const image = plain(SIDE, SIDE)
  const { result, runs, unchanged } = await restoreBy(1, image)
  expect([result, runs, unchanged]).toEqual([image, SAMPLES, true])
})

it.each([
  ['the change is seen', 3, () => plain(SIDE, SIDE).pixels.map((v) => v + 50)],
  ['it is seen in one part', 4, () => withBrightPart().pixels],
])('computes all of a large image where %s', async (_, change, pixels) => {
  const image = { ...plain(SIDE, SIDE), pixels: pixels() }
  const { runs, unchanged } = await restoreBy(change, image)
  expect(runs).toBeGreaterThan(SAMPLES)
  expect(unchanged).toBe(false)
})

it('computes a smaller image without a sample', async () => {
  const { runs, unchanged } = await restoreBy(1, plain(1000, 600))
  expect(runs).toBeLessThan(SAMPLES)
  expect(unchanged).toBe(false)
})

it.each([
  ['leaves a large face alone that five parts show to be clean', 900, 0, 5],
  ['restores a large one that one part shows to be poor', 900, 5, 5],
  ['restores a small one without a look', 400, 0, 1],
])('%s', async (_, side, change, runs) => {
  const { context, seen } = contextOf(change)
  const { pixels } = await restoreFace(plain(side, side, 200), 1, 2048, context)
  expect(seen.runs).toBe(runs)
  expect(pixels[0]).toBe(200 + change)
})
