import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonical } from '../../workers/cache/canonical.ts'

it('is one text for equal data, and another for different data', () => {
  const numbers = fc.oneof(fc.double(), fc.integer())
  const data = fc.dictionary(fc.string(), fc.oneof(numbers, fc.string(), fc.array(numbers)))
  fc.assert(
    fc.property(data, data, (a, b) => {
      const reversed = Object.fromEntries(Object.entries(a).reverse())
      expect(canonical(reversed)).toBe(canonical(a))
      if (canonical(a) === canonical(b))
        expect(JSON.stringify(sorted(a))).toBe(JSON.stringify(sorted(b)))
    }),
  )
})

const sorted = (data: object) => Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))

it.each([
  [{ a: Number.POSITIVE_INFINITY }, { a: Number.NaN }],
  [{ a: Number.POSITIVE_INFINITY }, { a: null }],
  [{ a: '1' }, { a: 1 }],
  [{ a: [1, 2] }, { a: ['1,2'] }],
])('tells %j from %j', (a, b) => {
  expect(canonical(a)).not.toBe(canonical(b))
})

it('leaves out fields that are undefined', () => {
  expect(canonical({ a: 1, b: undefined })).toBe(canonical({ a: 1 }))
})
