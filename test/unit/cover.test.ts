import fc from 'fast-check'
import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import type { Box } from '../../src/plan/size.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { type Cells, coverOf, isNeeded } from '../../workers/inference/cover.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { sparedGrid } from '../../workers/inference/spare-tiles.ts'
import { computedPixels, tileGrid } from '../../workers/inference/tiles.ts'

const SIDE = 32
const MARGIN = 8
const cut = models['span-x2']

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 400 }) })
  .chain(({ width, height }) => {
    const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
    const needed = fc.array(fc.constantFrom(0, 0, 0, 1), {
      minLength: columns * rows,
      maxLength: columns * rows,
    })
    return fc.tuple(needed, fc.constantFrom(0, MARGIN)).map(([marks, margin]) => {
      const cells: Cells = { side: SIDE, margin, columns, rows, needed: Uint8Array.from(marks) }
      return { image: { width, height }, cells }
    })
  })
const cuts = fc.record({
  halo: fc.integer({ min: 0, max: 24 }),
  // The narrowest strip of an image that can be computed is two margins, a cell, and the halo wide.
  tilePixels: fc.integer({ min: 120 ** 2, max: 250 ** 2 }),
})

/** How often each pixel lies in one of some boxes. */
function counted({ width, height }: { width: number; height: number }, boxes: Box[]): Uint8Array {
  const times = new Uint8Array(width * height)
  for (const { x, y, width: w, height: h } of boxes)
    for (let row = y; row < y + h; row++)
      for (let at = row * width + x; at < row * width + x + w; at++)
        times[at] = (times[at] as number) + 1
  return times
}

it('covers the needed cells with their margins, and no pixel twice', () => {
  fc.assert(
    fc.property(pictures, cuts, ({ image, cells }, cut) => {
      const cores = (coverOf(image, cells, cut) ?? []).map(({ core }) => core)
      const times = counted(image, cores)
      expect(times.every((count) => count <= 1)).toBe(true)
      cells.needed.forEach((needed, i) => {
        if (!needed) return
        const [x, y] = [(i % cells.columns) * SIDE, Math.floor(i / cells.columns) * SIDE]
        const { margin } = cells
        const right = Math.min(image.width, x + SIDE + margin)
        for (let row = Math.max(0, y - margin); row < y + SIDE + margin; row++) {
          if (row >= image.height) break
          const line = row * image.width
          expect(times.subarray(line + Math.max(0, x - margin), line + right)).not.toContain(0)
        }
      })
    }),
  )
})

it('leaves the halo between a core and the edge of its tile, but on the borders of the picture', () => {
  fc.assert(
    fc.property(pictures, cuts, ({ image, cells }, cut) => {
      for (const { input, core } of coverOf(image, cells, cut) ?? []) {
        expect(input.width * input.height).toBeLessThanOrEqual(cut.tilePixels)
        expect(input.x).toBe(Math.max(0, core.x - cut.halo))
        expect(input.y).toBe(Math.max(0, core.y - cut.halo))
        const right = Math.min(image.width, core.x + core.width + cut.halo)
        const bottom = Math.min(image.height, core.y + core.height + cut.halo)
        expect([input.x + input.width, input.y + input.height]).toEqual([right, bottom])
      }
    }),
  )
})

const onWasm = { model: cut, device: {} } as LoadedModel<typeof cut>
const onGpu = (msPerPixel?: number) =>
  ({ model: cut, device: { gpu: {} }, pace: { msPerPixel } }) as LoadedModel<typeof cut>
const raster = (size: { width: number; height: number }) => size as RasterImage

it('is used only where it spares at least 5 % of the grid', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async ({ image, cells }) => {
      const grid = tileGrid(image.width, image.height, cut)
      const spared = await sparedGrid(grid, raster(image), onWasm, async () => cells)
      if (spared !== grid)
        expect(computedPixels(spared.tiles)).toBeLessThanOrEqual(0.95 * computedPixels(grid.tiles))
    }),
  )
})

const large = { width: 1200, height: 900 }
const corner: Cells = {
  side: SIDE,
  margin: MARGIN,
  columns: 38,
  rows: 29,
  needed: Uint8Array.from({ length: 38 * 29 }, (_, i) => Number(i === 0)),
}

it('of one cell is one small tile', () => {
  expect(coverOf(large, corner, cut)).toEqual([
    {
      core: { x: 0, y: 0, width: SIDE + MARGIN, height: SIDE + MARGIN },
      input: { x: 0, y: 0, width: SIDE + MARGIN + cut.halo, height: SIDE + MARGIN + cut.halo },
    },
  ])
})

it('of nothing is empty, and of everything no worse than the grid', async () => {
  const nothing = { ...corner, needed: new Uint8Array(38 * 29) }
  expect(coverOf(large, nothing, cut)).toEqual([])
  const grid = tileGrid(large.width, large.height, cut)
  const all = { ...corner, needed: new Uint8Array(38 * 29).fill(1) }
  const { tiles } = await sparedGrid(grid, raster(large), onWasm, async () => all)
  expect(computedPixels(tiles)).toBeLessThanOrEqual(computedPixels(grid.tiles))
  const cores = tiles.map(({ core }) => ({ input: core, core }))
  expect(computedPixels(cores)).toBe(large.width * large.height)
  const small = { width: 40, height: 40 }
  const one = tileGrid(small.width, small.height, cut)
  const both = {
    side: SIDE,
    margin: MARGIN,
    columns: 2,
    rows: 2,
    needed: new Uint8Array(4).fill(1),
  }
  expect(await sparedGrid(one, raster(small), onWasm, async () => both)).toBe(one)
})

it('on a GPU has some of the tiles of the grid, in its order', async () => {
  const grid = tileGrid(large.width, large.height, cut)
  const { tiles } = await sparedGrid(grid, raster(large), onGpu(0.01), async () => corner)
  expect(tiles).toEqual(grid.tiles.filter(({ core }) => isNeeded(corner, core)))
  expect(tiles.length).toBeLessThan(grid.tiles.length)
})

it('is not looked for on a fast GPU, nor on one of unknown pace', async () => {
  const grid = tileGrid(large.width, large.height, cut)
  const never = () => Promise.reject(new Error('looked for'))
  expect(await sparedGrid(grid, raster(large), onGpu(0.0001), never)).toBe(grid)
  expect(await sparedGrid(grid, raster(large), onGpu(), never)).toBe(grid)
})

it('has few shapes', () => {
  const next = [...Array(38 * 29).keys()].map((i) => Number((i * 7919) % 13 < 3))
  const tiles = coverOf(large, { ...corner, needed: Uint8Array.from(next) }, cut) ?? []
  const shapes = new Set(tiles.map(({ input }) => `${input.width} x ${input.height}`))
  expect(tiles.length).toBeGreaterThan(0)
  expect(shapes.size).toBeLessThanOrEqual(tiles.length / 2)
})
