import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/plan/limits.ts'
import { type LocalPlan, plan } from '../../src/plan/plan.ts'
import { previewPlan } from '../../src/plan/preview.ts'
import { limitedSizes, stepsOfSize } from '../../src/plan/sizes.ts'
import { split } from '../../src/plan/split.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../src/request/schema.ts'
import { url } from './requests.ts'

const source = { width: 1000, height: 667, format: 'jpeg' as const }
const requestOf = (fields: ProcessingRequest) => normalize({ url, ...fields }).request
const planOf = (fields: ProcessingRequest) => plan(requestOf(fields), source, defaultLimits)
const generate = { generate: { description: 'a beach' } }

describe('a request for several sizes', () => {
  it('does for each what a request for its width does, and what they begin with once', () => {
    const fields = fc.record(
      {
        padding: fc.constantFrom(20, '5%' as const),
        fit: fc.constantFrom('canvas' as const, 'bounds' as const),
        max_length: fc.constant(2000),
        enhancements: fc.subarray(['clean', 'denoise', 'light', 'color'] as const),
        background: fc.constantFrom({ remove: 'auto' as const }, { mask: url, replace: url }, { color: '#123456' as const }), // biome-ignore format: a line
        rotate: fc.constantFrom(90 as const, 180 as const),
        caption: fc.constant({ url }),
      },
      { requiredKeys: [] },
    )
    const widths = fc.uniqueArray(fc.integer({ min: 100, max: 667 }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(fields, widths, (fields, sizes) => {
        const { steps, sizes: all = [] } = planOf({ ...fields, sizes } as ProcessingRequest)
        expect(all.map(({ width }) => width)).toEqual([...sizes].sort((a, b) => b - a))
        for (const { width, ...size } of all) {
          const alone = planOf({ ...fields, width } as ProcessingRequest)
          expect([...steps, ...size.steps]).toEqual(alone.steps)
        }
        // The widths part at the first step that one of them has for itself.
        const firsts = all.map((size) => JSON.stringify(size.steps[0]))
        if (all.length > 1) expect(new Set(firsts).size).toBeGreaterThan(1)
      }),
    )
  })

  it('runs each network once, and scales the largest down', () => {
    const { steps, sizes = [] } = planOf({
      sizes: [320, 1500, 2000],
      enhancements: ['denoise', 'face_enhance'],
      upscale_parameters: { mode: 'faithful' },
      padding: 10,
      safe: true,
    })
    expect(steps.map(({ op }) => op)).toEqual(['denoise', 'upscale', 'resize', 'face_enhance'])
    expect(sizes).toEqual([
      { width: 2000, steps: [expect.objectContaining({ op: 'canvas', width: 2000 }), expect.objectContaining({ op: 'nsfw' })] }, // biome-ignore format: a line
      { width: 1500, steps: [{ op: 'resize', width: 1480, height: 987, filter: 'lanczos3' }, expect.objectContaining({ op: 'canvas', width: 1500, height: 1007 })] }, // biome-ignore format: a line
      { width: 320, steps: [{ op: 'resize', width: 300, height: 200, filter: 'lanczos3' }, expect.objectContaining({ op: 'canvas', width: 320, height: 220 })] }, // biome-ignore format: a line
    ])
  })

  it('has the preview of the largest', () => {
    const request = requestOf({ sizes: [320, 900], enhancements: ['denoise'] })
    const small = previewPlan(request, plan(request, source, defaultLimits) as LocalPlan, defaultLimits) // biome-ignore format: a line
    expect(small?.steps.map(({ op }) => op)).toEqual(['resize', 'denoise'])
    expect(small).not.toHaveProperty('sizes')
  })

  it('scales the largest down where its height is known later only', () => {
    const item = planOf({ sizes: [400, 200], fit: { crop: 'item' }, caption: { url } })
    expect(item.steps.map(({ op }) => op)).toEqual(['subject'])
    const [largest, other] = item.sizes ?? []
    expect([largest, other]).toMatchObject([
      { width: 400, steps: [{ op: 'caption' }] },
      { width: 200, shrinks: true, steps: [{ op: 'caption' }] },
    ])
    const ops = other && stepsOfSize(other, { width: 400, height: 301 })
    expect(ops?.[0]).toEqual({ op: 'resize', width: 200, height: 151, filter: 'lanczos3' })
    const remote = split(planOf({ sizes: [400, 200], background: generate }), defaultLimits)
    const after = remote?.after?.({ width: 800, height: 600, format: 'png' })
    expect(after?.steps.map(({ op }) => op)).toEqual(['resize'])
    expect(after?.sizes?.map(({ width }) => width)).toEqual([400, 200])
  })

  it('leaves out what is wider than the image, unless it enlarges', () => {
    const widths = (fields: ProcessingRequest) => planOf(fields).sizes?.map(({ width }) => width)
    const sizes = [400, 1000, 1001, 3000]
    expect(widths({ sizes })).toEqual([1000, 400])
    expect(widths({ sizes, rotate: 90 })).toEqual([400])
    expect(widths({ sizes: [2000, 3000] })).toEqual([1000])
    for (const more of [
      { upscale_parameters: { mode: 'auto' } },
      { upscale_parameters: { type: 'text_x4' } },
      { generative_upscale: true },
      { preset: 'auto_enhance' },
      { preset: 'real_estate_upscaled' },
    ] as const)
      expect(widths({ sizes, ...more })).toEqual([3000, 1001, 1000, 400])
    expect(widths({ sizes, preset: 'enhance_document' })).toEqual([1000, 400])
    expect(limitedSizes(requestOf({ sizes }), source).map(({ path }) => path)).toEqual(['sizes.2', 'sizes.3']) // biome-ignore format: a line
  })

  it('has a width that max_length lowers once', () => {
    const fields = { sizes: [300, 700, 900], max_length: 500 }
    expect(planOf(fields).sizes?.map(({ width }) => width)).toEqual([900, 300])
    expect(limitedSizes(requestOf(fields), source)).toMatchObject([
      { code: 'LIMITED', path: 'sizes.1' },
      { code: 'LIMITED', path: 'sizes.2' },
    ])
  })

  it.each([
    [{ width: 100 }],
    [{ height: '50%' }],
    [{ print_size: 'A4' }],
    [{ url: undefined, urls: [url] }],
  ])('is refused with %o', (beside) => {
    expect(() => normalize({ url, sizes: [100], ...beside })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', path: 'sizes' }),
    )
  })

  it.each([
    [[]],
    [[100, '100']],
    [[100, 0]],
    [['50%']],
    [320],
    [Array.from({ length: 21 }, (_, i) => i + 1)],
  ])('does not take %o', (sizes) => {
    // biome-ignore format: a line
    expect(() => normalize({ url, sizes })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', path: expect.stringMatching(/^sizes/) }),
    )
  })

  it('overrides the size of a preset, and ignores min_length', () => {
    const { request, warnings } = normalize({ url, sizes: ['100'], min_length: 500, preset: 'ecommerce_upscaled' }) // biome-ignore format: a line
    expect(request).toMatchObject({ sizes: [100] })
    expect(request).not.toHaveProperty('width')
    expect(warnings).toMatchObject([{ code: 'IGNORED', path: 'min_length' }])
  })
})
