import { describe, expect, it } from 'vitest'
import { limitedLengths } from '../../src/plan/limited-lengths.ts'
import { targetSize } from '../../src/plan/target-size.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../src/request/schema.ts'
import { url } from './requests.ts'

const source = { width: 240, height: 160 }

/** All warnings of sizes: those before the source is known, and those after. */
function warningsOf(fields: ProcessingRequest) {
  const { request, warnings } = normalize({ url, ...fields })
  return [...warnings, ...limitedLengths(request, targetSize(request, source), source)]
}

const item = { crop: 'item' } as const

describe('a size that a limit changes is told of once', () => {
  it.each([
    [{ height: 100, max_length: 120 }, ['height']],
    [{ width: 300, min_length: 250 }, ['width']],
    [{ width: 600, height: 100, min_length: 200 }, ['height', 'width']],
    [{ width: 200, height: 100, max_length: 150 }, ['width', 'height']],
    [{ width: '50%', height: 200, max_length: 150 }, ['height', 'width']],
    [{ width: '400%', max_length: 900 }, ['width']],
    [{ width: '400%', max_length: 1000 }, []],
    [{ width: 100, height: 100, max_length: 100, min_length: 100 }, []],
    [{ min_length: 400, max_length: 500 }, ['min_length']],
    [{ min_length: 500, max_length: 300 }, ['min_length']],
    [{ min_length: 400, max_length: 600 }, []],
    [{ width: 1000, min_length: 600, max_length: 800 }, ['width', 'min_length']],
    [{ width: 200, height: 200, fit: 'bounds', max_length: 200, min_length: 50 }, []],
    [{ width: 200, height: 200, fit: 'cover', max_length: 200 }, ['width', 'height']],
    [{ preset: 'real_estate_upscaled', max_length: 400 }, []],
    [{ print_size: 'A8', dpi: 72 }, []],
    // The item's ratio may be any.
    [{ height: 100, max_length: 120, fit: item }, []],
    [{ height: 100, max_length: 80, fit: item }, ['height']],
    [{ height: '100%', max_length: 80, fit: item }, ['height']],
  ] as [ProcessingRequest, string[]][])('%j', (fields, paths) => {
    const warnings = warningsOf(fields)
    expect(warnings).toMatchObject(paths.map((path) => ({ code: 'LIMITED', path })))
  })

  it('with the pixels that are left', () => {
    expect(warningsOf({ height: 100, max_length: 120 })[0]?.message).toBe(
      'height is not reached: max_length allows 80 pixels only',
    )
    expect(warningsOf({ width: 300, min_length: 250 })[0]?.message).toBe(
      'width is exceeded: min_length asks for 250 pixels at least',
    )
  })
})
