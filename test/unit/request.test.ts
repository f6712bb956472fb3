import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DarkroomError } from '../../src/errors.ts'
import { canonical } from '../../src/request/canonical.ts'
import { fieldsNotBuilt } from '../../src/request/schema.ts'

const url = 'https://pictures.example/a.jpg'
const refusal = (request: unknown) => {
  try {
    canonical(request)
  } catch (error) {
    return error as DarkroomError
  }
  throw new Error('the request was accepted')
}

describe('sizes', () => {
  it.each([
    [1920, { unit: 'px', value: 1920 }],
    ['1920', { unit: 'px', value: 1920 }],
    ['200%', { unit: '%', value: 200 }],
    [' 12.5 % ', { unit: '%', value: 12.5 }],
  ])('takes %j', (width, expected) => {
    expect(canonical({ url, width }).width).toEqual(expected)
  })

  it.each([-1, 0, 1.5, 'wide', '', '-5%', '0%', '1e3', true, [], {}, Number.NaN])(
    'refuses %j and names the field, what it takes and what came',
    (width) => {
      const error = refusal({ url, width })
      expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400, path: 'width' })
      expect(error.message).toMatch(
        /^Expected a positive number of pixels .* for width but received /,
      )
    },
  )
})

describe('formats', () => {
  it('reads jpg as jpeg', () => {
    expect(canonical({ url, output_format: 'jpg' }).format).toBe('jpeg')
  })

  it('warns that quality does nothing for png', () => {
    const { warnings } = canonical({ url, output_format: 'png', quality: 100 })
    expect(warnings).toEqual([{ code: 'IGNORED', path: 'quality', message: expect.any(String) }])
  })

  it.each([
    ['output_format', 'gif'],
    ['quality', 101],
    ['quality', 'best'],
    ['upscale_parameters', { type: 'v9' }],
  ])('refuses %s %j', (path, value) => {
    expect(refusal({ url, [path]: value })).toMatchObject({ code: 'BAD_REQUEST', path })
  })
})

describe('fields', () => {
  it.each(fieldsNotBuilt)('refuses %s by name', (field) => {
    expect(refusal({ url, [field]: 'x' })).toMatchObject({ code: 'NOT_SUPPORTED', path: field })
  })

  it('refuses a known value that is not built by name', () => {
    const error = refusal({ url, upscale_parameters: { type: 'text_x4' } })
    expect(error).toMatchObject({ code: 'NOT_SUPPORTED', path: 'upscale_parameters.type' })
  })

  it('ignores what it does not know, with a warning', () => {
    expect(canonical({ url, colour: 'red' }).warnings).toEqual([
      { code: 'UNKNOWN_FIELD', path: 'colour', message: 'colour is not a field and was ignored' },
    ])
  })

  it('takes null, undefined and an empty fit as absent', () => {
    expect(canonical({ url, width: null, height: undefined, fit: {} }).warnings).toEqual([])
  })

  it('needs a picture', () => {
    expect(refusal({ width: 5 })).toMatchObject({
      message: 'File or image url is required',
      path: 'url',
    })
  })

  it.each(['test', '', 'ftp://x/y', 7])('refuses %j as url', (bad) => {
    expect(refusal({ url: bad })).toMatchObject({ code: 'BAD_REQUEST', path: 'url' })
  })
})

it('answers any JSON with a canonical request or a DarkroomError that has a path', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('200%', 640, url, 'png', { type: 'v1' }))
  const names = fc.constantFrom(
    'url',
    'width',
    'height',
    'output_format',
    'quality',
    'fit',
    'upscale_parameters',
    '__proto__',
    'x',
  )
  const requests = fc.oneof(fc.jsonValue(), fc.dictionary(names, value))
  fc.assert(
    fc.property(requests, (request) => {
      try {
        return canonical(request).quality >= 0
      } catch (error) {
        return error instanceof DarkroomError && error.path !== undefined
      }
    }),
    { numRuns: 2000 },
  )
})
