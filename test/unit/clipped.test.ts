import { expect, it } from 'vitest'
import type { ImageToImageModel } from '../../models/models.ts'
import { recomputeClipped } from '../../workers/inference/clipped.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { IMPLAUSIBLE } from '../../workers/inference/tiled-run.ts'

const [WIDTH, HEIGHT] = [160, 96]
const model = { scale: 2, halo: 4, tilePixels: 64 ** 2, multiple: 1, views: 1 }
const image = {
  width: WIDTH,
  height: HEIGHT,
  pixels: new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(128),
  alpha: false,
}
const context = {
  checkpoint: async () => {},
  progress: () => {},
  explain: (e: unknown) => e as Error,
}

/** Gives `value` everywhere. */
const constant = (value: number) => ({
  ort: {
    Tensor: class {
      constructor(
        _: string,
        _data: unknown,
        readonly dims: number[],
      ) {}
    },
  },
  session: {
    run: async ({ input: { dims } }: { input: { dims: [number, number, number, number] } }) => ({
      output: {
        getData: async () => new Float32Array(3 * 4 * dims[2] * dims[3]).fill(value),
        dispose: () => {},
      },
    }),
  },
})

async function recomputed(inFp32: () => Promise<unknown>, marked: [number, number][]) {
  const result = {
    pixels: new Uint8ClampedArray(4 * image.pixels.length).fill(1),
    suspect: new Uint8Array(WIDTH * HEIGHT),
  }
  for (const [x, y] of marked) result.suspect[y * WIDTH + x] = IMPLAUSIBLE
  const loaded = { model, inFp32 } as unknown as LoadedModel<ImageToImageModel>
  await recomputeClipped(image, result, loaded, context)
  return result
}

it('computes cells again where integers are not plausible, and what is around them', async () => {
  const { pixels, suspect } = await recomputed(async () => constant(0.5), [[40, 5]])
  const at = (x: number, y: number) => pixels[(2 * y * 2 * WIDTH + 2 * x) * 4]
  expect(at(40, 5)).toBe(128)
  expect([at(25, 5), at(71, 39)]).toEqual([128, 128])
  expect([at(120, 5), at(40, 80)]).toEqual([1, 1])
  expect(suspect.includes(IMPLAUSIBLE)).toBe(false)
})

it('marks what is not plausible in fp32 either', async () => {
  const { suspect } = await recomputed(async () => constant(9), [[40, 5]])
  expect(suspect[5 * WIDTH + 40]).toBe(IMPLAUSIBLE)
})

it('leaves all as it is where fp32 cannot be loaded, or nothing is marked', async () => {
  const lost = await recomputed(() => Promise.reject(new Error('offline')), [[40, 5]])
  expect([lost.pixels.every((value) => value === 1), lost.suspect[5 * WIDTH + 40]]).toEqual([true, IMPLAUSIBLE]) // biome-ignore format: a line
  const unasked = () => Promise.reject(new Error('not needed'))
  expect((await recomputed(unasked, [])).pixels.every((value) => value === 1)).toBe(true)
})
