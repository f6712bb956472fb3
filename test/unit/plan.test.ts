import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { place } from '../../src/plan/geometry.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { plan, type SourceFacts } from '../../src/plan/plan.ts'
import { canonical } from '../../src/request/canonical.ts'

const url = 'https://pictures.example/a.jpg'
const source = (width: number, height: number): SourceFacts => ({ format: 'jpeg', width, height })
const stepsFor = (request: object, from = source(300, 200)) =>
  plan(canonical({ url, ...request }), from, defaultLimits).steps.map((step) =>
    step.op === 'upscale' ? `x${step.scale}` : `${step.op} ${step.width} x ${step.height}`,
  )

describe('steps', () => {
  it.each([
    [{}, []],
    [{ width: '100%' }, []],
    [{ width: 300, height: 200 }, []],
    [{ width: '50%' }, ['resize 150 x 100']],
    [{ width: '105%' }, ['resize 315 x 210']],
    [{ width: '110%' }, ['x2', 'resize 330 x 220']],
    [{ width: '200%' }, ['x2']],
    [{ height: 400 }, ['x2']],
    [{ width: '150%' }, ['x2', 'resize 450 x 300']],
    [{ width: '400%' }, ['x4']],
    [{ width: '250%' }, ['x4', 'resize 750 x 500']],
    [{ width: '600%' }, ['x4', 'resize 1800 x 1200']],
    [{ width: 600, height: 600 }, ['x2', 'canvas 600 x 600']],
    [{ width: 100, height: 100 }, ['resize 100 x 67', 'canvas 100 x 100']],
  ])('%j', (request, steps) => {
    expect(stepsFor(request)).toEqual(steps)
  })

  it('goes by x2 where x4 would pass the limit on the way', () => {
    expect(stepsFor({ width: '210%' }, source(4000, 3000))).toEqual(['x2', 'resize 8400 x 6300'])
  })

  it.each([
    [{ width: 100_000 }, 'width'],
    [{ height: 100_000 }, 'height'],
    [{ width: '9000%' }, 'width'],
    [{ width: 16_000, height: 16_000 }, 'width'],
  ])('refuses %j as too large, by name', (request, path) => {
    expect(() => stepsFor(request)).toThrow(expect.objectContaining({ code: 'TOO_LARGE', path }))
  })

  it('refuses a source with too many pixels', () => {
    expect(() => stepsFor({}, source(60_000, 60_000))).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE', path: 'url' }),
    )
  })
})

it('keeps the ratio and stays on the canvas', () => {
  const side = fc.integer({ min: 1, max: 9000 })
  const length = fc.option(fc.record({ unit: fc.constant('px' as const), value: side }), {
    nil: undefined,
  })
  fc.assert(
    fc.property(side, side, length, length, (width, height, w, h) => {
      const { content, canvas, x, y } = place({ width, height }, w, h)
      expect(
        x >= 0 &&
          y >= 0 &&
          x + content.width <= canvas.width &&
          y + content.height <= canvas.height,
      ).toBe(true)
      if (w) expect(canvas.width).toBe(w.value)
      if (h) expect(canvas.height).toBe(h.value)
      // Either side is the exact one, the other within half a pixel of the ratio (and at least 1).
      const error = Math.min(
        Math.abs(content.height - (height * content.width) / width),
        Math.abs(content.width - (width * content.height) / height),
      )
      expect(error <= 0.5 + 1e-9 || Math.min(content.width, content.height) === 1).toBe(true)
    }),
  )
})
