import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bilinearRows } from '../../workers/image/bilinear.ts'
import { boxMean } from '../../workers/image/box-mean.ts'
import { applyAffine, guidedFilter } from '../../workers/image/guided-filter.ts'
import type { Plane } from '../../workers/image/plane.ts'
import { limitHueShift } from '../../workers/operations/color/hue-shift.ts'
import { vibrance } from '../../workers/operations/color/vibrance.ts'
import { curveOf } from '../../workers/operations/light/contrast.ts'
import { collapse, laplacian } from '../../workers/operations/light/pyramid.ts'

const plane = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 255 }), {
        minLength: width * height,
        maxLength: width * height,
      })
      .map(
        (values): Plane => ({ width, height, values: Float32Array.from(values, (v) => v / 255) }),
      ),
  )

const furthest = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] as number))), 0)

it('the box mean equals the mean of the values in the window', () => {
  fc.assert(
    fc.property(plane, fc.integer({ min: 1, max: 9 }), ({ width, height, values }, radius) => {
      const expected = values.map((_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)]
        let [sum, count] = [0, 0]
        for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
          for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
            sum += values[v * width + u] as number
            count++
          }
        }
        return sum / count
      })
      expect(furthest(boxMean({ width, height, values }, radius).values, expected)).toBeLessThan(
        1e-5,
      )
    }),
  )
})

it('a Laplacian pyramid reconstructs its input', () => {
  fc.assert(
    fc.property(plane, fc.integer({ min: 1, max: 6 }), (one, levels) => {
      expect(furthest(collapse(laplacian(one, levels)).values, one.values)).toBeLessThan(1e-5)
    }),
  )
})

describe('the guided filter', () => {
  const of = (value: (x: number) => number): Plane => ({
    width: 60,
    height: 20,
    values: Float32Array.from({ length: 1200 }, (_, i) => value(i % 60)),
  })
  const smooth = (one: Plane) => applyAffine(guidedFilter(one, one, 5, 0.01), one).values

  it('keeps an edge and smooths small detail', () => {
    const edge = of((x) => (x < 30 ? 0.1 : 0.9))
    expect(furthest(smooth(edge), edge.values)).toBeLessThan(0.04)
    const ripple = of((x) => 0.5 + 0.02 * (-1) ** x)
    expect(furthest(smooth(ripple), of(() => 0.5).values)).toBeLessThan(0.005)
  })
})

it('a plane read at a larger size is interpolated linearly', () => {
  const rows = bilinearRows(
    { width: 2, height: 2, values: Float32Array.of(0, 1, 2, 3) },
    { width: 4, height: 4 },
  )
  expect([...rows(0)]).toEqual([0, 0.25, 0.75, 1])
  expect([...rows(1)]).toEqual([0.5, 0.75, 1.25, 1.5])
})

it('the contrast curve rises everywhere, from black to white', () => {
  const counts = fc.array(fc.nat(1000), { minLength: 256, maxLength: 256 })
  fc.assert(
    fc.property(counts, (histogram) => {
      const curve = curveOf(Float64Array.from(histogram))
      expect(curve[0]).toBeCloseTo(0, 9)
      expect(curve[255]).toBeCloseTo(1, 9)
      expect(curve.every((value, i) => i === 0 || value > (curve[i - 1] as number))).toBe(true)
    }),
  )
})

describe('chroma', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const hue = fc.double({ min: 0, max: 360, noNaN: true })

  it('gains a share of 0 to 1, less for colourful pixels', () => {
    fc.assert(
      fc.property(unit, unit, hue, (chroma, saturation, hue) => {
        const share = vibrance(chroma, saturation, hue)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(vibrance(chroma, 1, hue)).toBe(0)
      }),
    )
  })

  it('keeps rising with what is asked for, however far hues turn', () => {
    fc.assert(
      fc.property(unit, unit, hue, (rise, saturation, hue) => {
        const [some, more] = [
          limitHueShift(rise, saturation, hue),
          limitHueShift(rise + 0.1, saturation, hue),
        ]
        expect(some).toBeLessThanOrEqual(rise)
        expect(more).toBeGreaterThan(some)
      }),
    )
  })
})
