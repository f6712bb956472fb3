import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import init, { type InitOutput, resize } from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { assembleKernel, kernelModule } from '../../scripts/build/kernel.mjs'
import type { Filter } from '../../workers/image/filter-weights.ts'
import { loadResizeOpaque } from '../../workers/image/kernel/resize-opaque.ts'
import { resizeHeap } from '../../workers/image/memory.ts'

const wasm = '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'
const numbers: Record<Filter, number> = { triangle: 0, catrom: 1, lanczos3: 3 }
const filters = Object.keys(numbers) as Filter[]
let library: InitOutput

beforeAll(async () => {
  library = await init(readFileSync(createRequire(import.meta.url).resolve(wasm)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Sides = [width: number, height: number, toWidth: number, toHeight: number]

/** Noise with many extremes, which the filters overshoot. */
const noise = (length: number) =>
  Uint8ClampedArray.from({ length }, () => Math.random() * 600 - 170)

function resizeOpaque(
  [width, height, toWidth, toHeight]: Sides,
  pixels: Uint8ClampedArray<ArrayBuffer>,
  filter: Filter,
) {
  const image = { width, height, pixels, alpha: false }
  let heap = 0
  const spied = {
    ...library,
    __wbindgen_malloc(bytes: number, alignment: number) {
      heap = bytes
      return library.__wbindgen_malloc(bytes, alignment)
    },
  }
  const to = { width: toWidth, height: toHeight, filter }
  const result = loadResizeOpaque(spied)?.(image, to)
  expect(heap).toBeLessThanOrEqual(resizeHeap(image, to))
  return result
}

function expectEqual(sides: Sides, filter: Filter): void {
  const pixels = noise(4 * sides[0] * sides[1])
  const ours = resizeOpaque(sides, pixels, filter)
  const theirs = resize(new Uint8Array(pixels.buffer), ...sides, numbers[filter], false, false)
  const difference = theirs.reduce((most, value, i) => Math.max(most, Math.abs(value - (ours?.[i] ?? NaN))), 0) // biome-ignore format: a line
  expect(difference, `${sides} ${filter}`).toBeLessThanOrEqual(1)
}

describe.each(filters)(
  '%s: the same as the library within 1/255, in no more memory than is declared',
  (filter) => {
    it.each<Sides>([
      [768, 512, 100, 67],
      [300, 200, 900, 601],
      [1, 1, 1, 1],
      [1, 1, 37, 5],
      [1, 900, 1, 2],
      [900, 1, 2, 1],
      [3000, 3, 1, 1],
      [3, 3000, 2, 1],
      [2, 500, 700, 1],
      [300, 200, 300, 67],
      [97, 61, 211, 61],
    ])('%i x %i to %i x %i', (...sides) => expectEqual(sides, filter))

    it('any size', () => {
      const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 260 }))
      fc.assert(fc.property(fc.tuple(side, side, side, side), (sides) => expectEqual(sides, filter)), { numRuns: 200 }) // biome-ignore format: a line
    })

    it('a plain image stays as it is', () => {
      const pixels = new Uint8ClampedArray(4 * 97 * 61).map(
        (_, i) => [3, 128, 254, 255][i % 4] as number,
      )
      const result = resizeOpaque([97, 61, 23, 150], pixels, filter)
      expect(result?.every((value, i) => value === pixels[i % 4])).toBe(true)
    })
  },
)

it('is not used where WebAssembly has no SIMD', () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false)
  expect(loadResizeOpaque(library)).toBeUndefined()
})

it('is what kernel.wat says', async () => {
  expect(readFileSync(kernelModule, 'utf8')).toBe(await assembleKernel())
})
