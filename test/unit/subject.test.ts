import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Box } from '../../src/plan/size.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { see } from '../../workers/operations/subject/matte.ts'
import { matteWindow, movedToFaces } from '../../workers/operations/subject/matte-window.ts'

const side = fc.integer({ min: 1, max: 60 })

/** An image with a box that is opaque. */
const mattes = fc.tuple(side, side).chain(([width, height]) =>
  fc.tuple(fc.nat(width - 1), fc.nat(height - 1), side, side).map(([x, y, wide, high]) => {
    const box = { x, y, width: Math.min(wide, width - x), height: Math.min(high, height - y) }
    const values = Float32Array.from({ length: width * height }, (_, i) => {
      const [column, row] = [i % width, Math.floor(i / width)]
      return Number(column >= x && row >= y && column < x + box.width && row < y + box.height)
    })
    return { box, alpha: { width, height, values } }
  }),
)

describe('the window around a matte', () => {
  it('is as large as the image allows, inside of it, and has the ratio', () => {
    fc.assert(
      fc.property(mattes, side, side, ({ alpha }, width, height) => {
        const window = matteWindow(alpha, [], { width, height })
        expect(window.width / window.height).toBeCloseTo(width / height, 9)
        expect(Math.min(alpha.width - window.width, alpha.height - window.height)).toBeCloseTo(0, 9)
        expect(Math.min(window.x, window.y)).toBeGreaterThanOrEqual(0)
        expect(window.x + window.width).toBeLessThanOrEqual(alpha.width + 1e-9)
        expect(window.y + window.height).toBeLessThanOrEqual(alpha.height + 1e-9)
      }),
    )
  })

  it('shows all of what fits in it', () => {
    fc.assert(
      fc.property(mattes, side, side, ({ alpha, box }, width, height) => {
        const window = matteWindow(alpha, [], { width, height })
        fc.pre(box.width <= window.width - 1 && box.height <= window.height - 1)
        expect(window.x).toBeLessThanOrEqual(box.x + 1)
        expect(window.y).toBeLessThanOrEqual(box.y + 1)
        expect(window.x + window.width).toBeGreaterThanOrEqual(box.x + box.width - 1)
        expect(window.y + window.height).toBeGreaterThanOrEqual(box.y + box.height - 1)
      }),
    )
  })

  const faces = fc.array(fc.record({ x: fc.nat(90), y: fc.nat(190), width: side, height: side }), {
    minLength: 1,
    maxLength: 4,
  })
  const isIn = (window: Box, { x, y, width, height }: Box) =>
    window.x <= x + 0.5 &&
    window.y <= y + 0.5 &&
    window.x + window.width >= Math.min(100, x + width) - 0.5 &&
    window.y + window.height >= Math.min(200, y + height) - 0.5

  it('holds all faces that fit together, and else the largest that fits', () => {
    const image = { width: 100, height: 200 }
    const alpha = { ...image, values: new Float32Array(20_000).fill(1) }
    const saliency = { x: 0, y: 0, width: 100, height: 80 }
    fc.assert(
      fc.property(faces, (all) => {
        for (const window of [
          matteWindow(alpha, all, { width: 5, height: 4 }),
          movedToFaces(saliency, all, image),
        ]) {
          const bottom = Math.min(200, Math.max(...all.map(({ y, height }) => y + height)))
          const fit = bottom - Math.min(...all.map(({ y }) => y)) <= 80
          if (fit) expect(all.every((face) => isIn(window, face))).toBe(true)
          else expect(all.some((face) => isIn(window, face))).toBe(true)
        }
      }),
    )
  })

  it('moves what stands out no further than a face needs', () => {
    const window = { x: 10, y: 0, width: 40, height: 40 }
    const face = { x: 45, y: 5, width: 10, height: 12 }
    const { x } = movedToFaces(window, [face], { width: 100, height: 40 })
    expect(x).toBe(18) // with a third of a face beside it
    expect(movedToFaces(window, [], { width: 100, height: 40 })).toEqual(window)
  })

  it('shows the head of what does not fit', () => {
    const alpha = { width: 20, height: 100, values: new Float32Array(2000).fill(1) }
    const heads = [{ x: 5, y: 12, width: 10, height: 14 }]
    const { y } = matteWindow(alpha, heads, { width: 1, height: 1 })
    expect(y).toBeLessThanOrEqual(12)
    expect(y + 20).toBeGreaterThanOrEqual(26)
  })
})

it('there is no matte, but a warning, where its weights cannot be fetched', async () => {
  const observed = {}
  const context = {
    progress: () => {},
    customModelFor: async () => undefined,
    loadFixedInput: async () => {
      throw new DarkroomError('NETWORK', 'no weights')
    },
    observe: (seen: object) => Object.assign(observed, seen),
  } as unknown as OperationContext
  const image = { width: 4, height: 4, pixels: new Uint8ClampedArray(64), alpha: false }
  expect(await see(image, 'item', context)).toBe('unavailable')
  expect(observed).toEqual({ subjectGuessed: true })
})
