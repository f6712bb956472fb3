import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Layout, layout } from '../../src/plan/geometry.ts'
import type { Box, TargetSize } from '../../src/plan/size.ts'
import { targetSize } from '../../src/plan/target-size.ts'
import { normalize } from '../../src/request/normalize.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import { type Case, cases } from './geometry-cases.ts'
import { url } from './requests.ts'

function said({ canvas, scaled, visible, x, y }: Layout): string {
  const picture = `canvas ${canvas.width}x${canvas.height} picture ${scaled.width}x${scaled.height} at ${x},${y}`
  const all = visible.width === scaled.width && visible.height === scaled.height
  return all
    ? picture
    : `${picture} sees ${visible.x},${visible.y} ${visible.width}x${visible.height}`
}

function laidOut({ source: [width, height], request, found }: Case): Layout {
  const frame = targetSize(normalize({ url, ...request }).request, { width, height })
  const [x = 0, y = 0, w = 0, h = 0] = found ?? []
  return layout({ width, height }, frame, found && { x, y, width: w, height: h })
}

const title = ({ source, request, found }: Case) =>
  `${source.join('x')} ${JSON.stringify(request)}${found ? ` around ${found}` : ''}`

for (const [name, table] of Object.entries(cases)) {
  describe(name, () => {
    for (const row of table) {
      it(title(row), () => expect(said(laidOut(row))).toBe(row.expected))
    }
  })
}

it.each([
  { width: 100, padding: 50 },
  { height: 10, padding: '50%' },
  { width: 5, padding: 3 },
] as const)('refuses padding that leaves no room: %j', (request) => {
  expect(() => laidOut({ source: [300, 200], request, expected: '' })).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST', path: 'padding' }),
  )
})

describe('any frame', () => {
  const side = fc.integer({ min: 1, max: 9000 })
  const source = fc.record({ width: side, height: side })
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const frames: fc.Arbitrary<TargetSize> = fc
    .record({
      width: some(side),
      height: some(side),
      fit: fc.constantFrom('canvas', 'bounds', 'cover', 'crop'),
      focus: fc.constantFrom('center', 'content', 'item'),
      padding: fc.oneof(
        fc.nat(300),
        fc.nat(49).map((n) => `${n}%` as const),
      ),
      minLength: some(side),
      maxLength: some(side),
    })
    .map((frame) => JSON.parse(JSON.stringify(frame)))
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const boxes = some(fc.tuple(share, share, share, share))
  const boxIn = (
    { width, height }: { width: number; height: number },
    [x, y, w, h]: [number, number, number, number],
  ): Box => {
    const left = Math.floor(x * (width - 1))
    const top = Math.floor(y * (height - 1))
    return {
      x: left,
      y: top,
      width: Math.max(1, Math.floor(w * (width - left))),
      height: Math.max(1, Math.floor(h * (height - top))),
    }
  }
  const always = (
    holds: (result: Layout, frame: TargetSize, source: { width: number; height: number }) => void,
  ) =>
    fc.assert(
      fc.property(source, frames, boxes, (from, frame, box) => {
        try {
          holds(layout(from, frame, box && boxIn(from, box)), frame, from)
        } catch (error) {
          if (!(error instanceof DarkroomError && error.path === 'padding')) throw error
        }
      }),
      { numRuns: 5000 },
    )

  it('keeps everything on the canvas, and what is seen inside the picture', () => {
    always(({ scaled, visible, canvas, x, y }) => {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + visible.width).toBeLessThanOrEqual(canvas.width)
      expect(y + visible.height).toBeLessThanOrEqual(canvas.height)
      expect(visible.x).toBeGreaterThanOrEqual(0)
      expect(visible.y).toBeGreaterThanOrEqual(0)
      expect(visible.x + visible.width).toBeLessThanOrEqual(scaled.width)
      expect(visible.y + visible.height).toBeLessThanOrEqual(scaled.height)
      expect(Math.min(visible.width, visible.height)).toBeGreaterThanOrEqual(1)
    })
  })

  it('keeps the ratio: one factor rounds to both sides', () => {
    always(({ scaled }, _, from) => {
      const least = Math.max((scaled.width - 0.5) / from.width, (scaled.height - 0.5) / from.height)
      const most = Math.min((scaled.width + 0.5) / from.width, (scaled.height + 0.5) / from.height)
      expect(least <= most + 1e-9 || Math.min(scaled.width, scaled.height) === 1).toBe(true)
    })
  })

  it('is exactly as large as asked where nothing bounds it', () => {
    always(({ canvas }, { fit, width, height, minLength, maxLength }) => {
      if (minLength !== undefined || maxLength !== undefined) return
      const exact = fit === 'canvas' || fit === 'crop' || !width || !height
      if (exact && width) expect(canvas.width).toBe(width)
      if (exact && height) expect(canvas.height).toBe(height)
    })
  })

  it('never passes max_length', () => {
    always(({ canvas }, { maxLength }) => {
      if (maxLength) expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(maxLength)
    })
  })

  it('pads exactly, on every side that a fitted picture touches', () => {
    always(({ canvas, visible, x, y }, { fit, padding, minLength, maxLength, width, height }) => {
      if (fit !== 'bounds' || minLength !== undefined || maxLength !== undefined) return
      if (typeof padding !== 'number') return
      if (width !== undefined && height !== undefined) {
        expect([x, y]).toEqual([padding, padding])
      }
      expect(canvas.width - visible.width - x).toBe(padding)
      expect(canvas.height - visible.height - y).toBe(padding)
    })
  })
})
