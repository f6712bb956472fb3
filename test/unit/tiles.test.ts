import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ImageToImageModel, models } from '../../models/models.ts'
import { largestTile, tileGrid, tilePixelsOnGpu, withTiles } from '../../workers/inference/tiles.ts'

const imageToImage = Object.entries(models).flatMap(([name, model]) =>
  'halo' in model ? [[name, model as ImageToImageModel] as const] : [],
)
const side = fc.integer({ min: 1, max: 700 })
const halo = fc.integer({ min: 0, max: 24 })
const area = fc.integer({ min: 80 * 80, max: 300 * 300 })
const multiple = fc.constantFrom(1, 2, 8, 16)
const up = (length: number, multiple: number) => Math.ceil(length / multiple) * multiple

it('covers every pixel once, in tiles of one shape that do not pass the picture or the area', () => {
  fc.assert(
    fc.property(side, side, halo, area, multiple, (w, h, halo, tilePixels, multiple) => {
      const { tiles, tileWidth, tileHeight } = tileGrid(w, h, { halo, tilePixels, multiple })
      expect(tileWidth * tileHeight).toBeLessThanOrEqual(tilePixels)
      const [width, height] = [up(w, multiple), up(h, multiple)]
      const seen = new Uint8Array(width * height)
      for (const { input, core } of tiles) {
        expect([input.width, input.height]).toEqual([tileWidth, tileHeight])
        expect(Object.values(input).every((value) => value % multiple === 0)).toBe(true)
        expect(
          input.x >= 0 &&
            input.y >= 0 &&
            input.x + input.width <= width &&
            input.y + input.height <= height,
        ).toBe(true)
        for (let y = core.y; y < core.y + core.height; y++) {
          for (let x = core.x; x < core.x + core.width; x++)
            seen[y * width + x] = (seen[y * width + x] ?? 0) + 1
        }
      }
      expect(seen.every((times) => times === 1)).toBe(true)
    }),
  )
})

it('leaves the halo between a core and the edge of its tile, but on the borders of the picture', () => {
  fc.assert(
    fc.property(side, side, halo, area, multiple, (w, h, halo, tilePixels, multiple) => {
      const [width, height] = [up(w, multiple), up(h, multiple)]
      for (const { input, core } of tileGrid(w, h, { halo, tilePixels, multiple }).tiles) {
        expect(core.x === 0 ? input.x === 0 : core.x - input.x >= halo).toBe(true)
        expect(core.y === 0 ? input.y === 0 : core.y - input.y >= halo).toBe(true)
        const right = core.x + core.width
        const bottom = core.y + core.height
        expect(
          right === width ? input.x + input.width === width : input.x + input.width - right >= halo,
        ).toBe(true)
        expect(
          bottom === height
            ? input.y + input.height === height
            : input.y + input.height - bottom >= halo,
        ).toBe(true)
      }
    }),
  )
})

it('computes at most 1.45 pixels a pixel from one megapixel on', () => {
  for (const [width, height] of [
    [1200, 850],
    [1000, 1000],
    [1024, 1024],
    [2000, 1500],
    [3000, 2000],
    [6000, 170],
  ] as const) {
    const { tiles, tileWidth, tileHeight } = tileGrid(width, height, models['span-x2'])
    expect((tiles.length * tileWidth * tileHeight) / (width * height)).toBeLessThanOrEqual(1.45)
  }
})

it.each([
  ['nothing is known', {}, 65_536],
  ['it is fast', { msPerPixel: 0.001 }, 65_536],
  ['a tile would take three seconds', { msPerPixel: 3 / 65.536 }, 21_845],
  ['even the smallest tile takes longer than one', { msPerPixel: 10 }, 4_096],
  ['a device was lost', { afterLoss: true }, 16_384],
  [
    'a device was lost, and a quarter still takes too long',
    { msPerPixel: 0.1, afterLoss: true },
    10_000,
  ],
])('how large a tile on a GPU is where %s', (_, facts, pixels) => {
  expect(tilePixelsOnGpu({ tilePixels: 65_536, halo: 16 }, facts)).toBe(pixels)
})

it('a tile that is smaller than the smallest sensible one stays as it is', () => {
  expect(tilePixelsOnGpu({ tilePixels: 576, halo: 16 }, { afterLoss: true })).toBe(576)
})

it.each(imageToImage)('tiles of %s are as large as is chosen', (_, model) => {
  const [small, usual, large] = (['small', 'usual', 'large'] as const).map((size) =>
    largestTile(withTiles(model, size)),
  )
  expect(small).toBe((4 * model.halo) ** 2)
  expect(usual).toBe(model.tilePixels)
  expect(large).toBe(model.large?.tilePixels)
  expect(large).toBeGreaterThan(model.tilePixels)
})
