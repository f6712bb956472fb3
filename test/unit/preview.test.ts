import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layout } from '../../src/plan/geometry.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { type LocalPlan, plan } from '../../src/plan/plan.ts'
import { previewPlan } from '../../src/plan/preview.ts'
import { targetSize } from '../../src/plan/target-size.ts'
import { normalize } from '../../src/request/normalize.ts'

const url = 'https://pictures.example/a.jpg'

function previewOf(fields: object, width = 3000, height = 2000) {
  const { request } = normalize({ url, ...fields })
  const source = { format: 'jpeg', width, height } as const
  const whole = plan(request, source, defaultLimits) as LocalPlan
  return previewPlan(request, whole, defaultLimits)
}

const said = (fields: object, width?: number, height?: number) =>
  previewOf(fields, width, height)?.steps.map(({ op, ...step }) =>
    'width' in step ? `${op} ${step.width} x ${step.height}` : op,
  )

describe('a preview does the same to a small source', () => {
  it.each<[object, string[]]>([
    [{ width: '200%' }, ['resize 512 x 341']],
    [{ enhancements: ['light'] }, ['resize 512 x 341', 'light']],
    [{ enhancements: ['denoise', 'light'] }, ['resize 256 x 171', 'denoise', 'light']],
    [{ width: '400%', height: 2000, fit: 'canvas', enhancements: ['color'] }, ['resize 512 x 341', 'color', 'resize 128 x 85', 'canvas 512 x 85']], // biome-ignore format: a row
    [{ max_length: 1000, enhancements: ['deblur'] }, ['resize 256 x 171', 'deblur']],
    [{ preset: 'auto_enhance' }, ['resize 256 x 171', 'restore', 'white_balance', 'exposure_correction', 'light', 'color']], // biome-ignore format: a row
    [{ width: '200%', safe: true }, ['resize 512 x 341', 'nsfw']],
  ])('%o', (fields, steps) => {
    expect(said(fields)).toEqual(steps)
  })
})

it.each<[string, object, number]>([
  ['nothing is slow', { width: 100 }, 1500],
  ['the result is as small', { width: 200, enhancements: ['denoise'] }, 200],
  ['it would be the source', { width: '200%' }, 300],
  ['a crop follows the content', { width: 900, height: 90, fit: { crop: 'content' }, enhancements: ['denoise'] }, 3000], // biome-ignore format: a row
  ['the background is removed', { background: { remove: 'auto' }, width: '200%' }, 3000],
])('there is none where %s', (_, fields, width) => {
  expect(previewOf(fields, width, 150)).toBeUndefined()
})

it('has the proportions of the result, and at most 512 pixels a side', () => {
  const side = fc.integer({ min: 300, max: 9000 })
  const length = fc.option(
    fc.oneof(side, fc.integer({ min: 20, max: 400 }).map((n) => `${n}%`)), // biome-ignore format: a line
    { nil: undefined },
  )
  const requests = fc.record({
    width: length,
    height: length,
    fit: fc.constantFrom('canvas', 'bounds', 'cover', { crop: 'center' }),
    padding: fc.constantFrom(undefined, '5%', 8),
    max_length: fc.option(side, { nil: undefined }),
    enhancements: fc.constantFrom(['denoise'], ['light']),
  })
  fc.assert(
    fc.property(requests, side, side, (fields, w, h) => {
      const ratio = w / h
      fc.pre(ratio > 0.5 && ratio < 2)
      const source = { width: w, height: h }
      const { request } = normalize({ url, ...fields } as object)
      const { canvas } = layout(source, targetSize(request, source))
      const shape = canvas.width / canvas.height
      fc.pre(shape > 0.25 && shape < 4 && canvas.width * canvas.height < 100e6)
      const steps = previewOf(fields, w, h)?.steps
      if (!steps) return
      const sized = steps.filter((step) => ['resize', 'crop', 'canvas'].includes(step.op))
      const last = { ...source, ...sized.at(-1) } as typeof source
      expect(steps.map(({ op }) => op)).not.toContain('upscale')
      expect(Math.max(last.width, last.height)).toBeLessThanOrEqual(512)
      expect(Math.abs(Math.log(last.width / last.height / shape))).toBeLessThan(0.1)
    }),
    { numRuns: 500 },
  )
})
