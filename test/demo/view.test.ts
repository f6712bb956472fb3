import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveredArea, fitInto, move, type Size, type Viewport, zoom } from '../../demo/viewport.ts'

const frame = { width: 400, height: 300 }
const sizes = fc.record({
  width: fc.integer({ min: 1, max: 16_384 }),
  height: fc.integer({ min: 1, max: 16_384 }),
})

test('a picture is fitted whole and centred', () => {
  expect(fitInto({ width: 800, height: 300 }, frame)).toEqual({ scale: 0.5, x: 0, y: 75 })
})

test('a tiny picture is not blown up to the whole frame', () => {
  expect(fitInto({ width: 10, height: 10 }, frame).scale).toBe(4)
})

test('zooming keeps what is under the pointer', () => {
  const picture = { width: 400, height: 300 }
  const { scale, x, y } = zoom(fitInto(picture, frame), 4, { x: 100, y: 200 }, picture, frame)
  expect([x + 100 * scale, y + 200 * scale]).toEqual([100, 200])
})

test('zooming out ends at the whole picture', () => {
  const picture = { width: 4000, height: 1000 }
  const near = zoom(fitInto(picture, frame), 9, { x: 0, y: 0 }, picture, frame)
  expect(zoom(near, 0.001, { x: 399, y: 0 }, picture, frame)).toEqual(fitInto(picture, frame))
})

/** Returns how many pixels of the frame stay empty at one side although the image could fill them. */
function gap(view: Viewport, picture: Size): number {
  const { left, right, top, bottom } = coveredArea(view, picture, frame)
  const empty = (length: number, room: number, seen: number) => (length < room ? 0 : room - seen)
  return Math.max(
    empty(picture.width * view.scale, frame.width, right - left),
    empty(picture.height * view.scale, frame.height, bottom - top),
  )
}

test('no move or zoom leaves a gap that the picture could fill', () => {
  const points = fc.record({ x: fc.integer({ min: -5000, max: 5000 }), y: fc.integer() })
  const factors = fc.double({ min: 0.01, max: 100, noNaN: true })
  fc.assert(
    fc.property(sizes, factors, points, (picture, factor, by) => {
      const near = zoom(fitInto(picture, frame), factor, { x: 200, y: 150 }, picture, frame)
      expect(gap(move(near, by, picture, frame), picture)).toBeLessThan(1e-6)
    }),
  )
})
