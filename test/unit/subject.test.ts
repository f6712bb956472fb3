import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { subjectMatte } from '../../workers/operations/subject/matte.ts'
import { matteWindow } from '../../workers/operations/subject/matte-window.ts'

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
  expect(await subjectMatte(image, context)).toBe('unavailable')
  expect(observed).toEqual({ subjectGuessed: true })
})
