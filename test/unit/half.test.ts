import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halvesOf } from '../../bin/half.js'
import { fromFloat16, toFloat16 } from '../../bin/onnx/float16.js'

const bitsOf = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
const rounded = (value: number) => fromFloat16(toFloat16(value))

/** Rounds arithmetically to the nearest number with 11 significant bits, or multiple of 2 ** -24. */
function reference(value: number): number {
  if (!Number.isFinite(value)) return value
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), -14)
  const unit = 2 ** (exponent - 10)
  const [below, rest] = [Math.floor(value / unit), value / unit - Math.floor(value / unit)]
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0)
  const result = (up ? below + 1 : below) * unit
  if (Math.abs(result) > 65504) return Math.sign(value) * Number.POSITIVE_INFINITY
  return result === 0 ? 0 * value : result
}

describe('fp32 is rounded to fp16', () => {
  it.each([
    [0, 0],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [1 / 3, 0x3555],
    [1 + 2 ** -11, 0x3c00], // ties round to even
    [1 + 3 * 2 ** -11, 0x3c02],
    [1 + 2 ** -11 + 2 ** -23, 0x3c01],
    [2 - 2 ** -11, 0x4000], // rounds up to the next power of 2
    [65504, 0x7bff],
    [65519.99, 0x7bff],
    [65520, 0x7c00],
    [-1e9, 0xfc00],
    [Number.POSITIVE_INFINITY, 0x7c00],
    [Number.NEGATIVE_INFINITY, 0xfc00],
    [2 ** -14, 0x0400],
    [2 ** -14 - 2 ** -24, 0x03ff],
    [2 ** -14 - 2 ** -25, 0x0400], // a tie above the largest subnormal number
    [2 ** -24, 1],
    [3 * 2 ** -25, 2],
    [5 * 2 ** -25, 2],
    [2 ** -25, 0],
    [2 ** -25 * (1 + 2 ** -23), 1],
    [-(2 ** -26), 0x8000],
    [2 ** -149, 0],
  ])('%d', (value, half) => expect(toFloat16(value)).toBe(half))

  it('NaN stays NaN', () => {
    for (const bits of [0x7fc00000, 0x7f800001, 0xffffffff]) {
      expect(
        fromFloat16(toFloat16(new Float32Array(Uint32Array.of(bits).buffer)[0] ?? 0)),
      ).toBeNaN()
    }
  })

  it('each fp16 number is unchanged', () => {
    const all = Array.from({ length: 0x10000 }, (_, half) => half)
    const numbers = all.filter((half) => !Number.isNaN(fromFloat16(half)))
    expect(numbers).toHaveLength(2 * 0x7c01)
    expect(numbers.filter((half) => toFloat16(fromFloat16(half)) !== half)).toEqual([])
  })

  it('every number is rounded to the nearest', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        expect(rounded(value)).toBe(reference(value))
      }),
      { numRuns: 2000 },
    )
    const near = fc.tuple(fc.integer({ min: 0, max: 0x7bff }), fc.integer({ min: -2, max: 2 }))
    fc.assert(
      // Halfway between two fp16 numbers, and next to it.
      fc.property(near, ([half, aside]) => {
        const middle = (fromFloat16(half) + Math.min(fromFloat16(half + 1), 65536)) / 2
        const value = new Float32Array(Uint32Array.of(bitsOf(middle) + aside).buffer)[0] ?? 0
        expect(rounded(value)).toBe(reference(value))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an array is rounded where that is safe', () => {
  it.each([
    ['weights', [0.5, -0.25, 1 / 3], true],
    ['zeros', [0, 0], true],
    ['some that are too small to matter', [1, 1e-8], true],
    ['the largest', [65504], true],
    ['one beyond the largest', [65505], false],
    ['infinity', [Number.NEGATIVE_INFINITY], false],
    ['one that is no number', [Number.NaN], false],
    ['nothing but small numbers', [1e-6, 2.1e-6], false],
    ['numbers that become zeros', [1e-30], false],
  ])('%s: %s', (_, values, safe) => {
    const halves = halvesOf(Float32Array.from(values))
    expect(halves && Array.from(halves)).toEqual(
      safe ? values.map((value) => toFloat16(value)) : undefined,
    )
  })

  it('of the view alone', () => {
    const view = Float32Array.of(9, 1, 2).subarray(1)
    expect(halvesOf(view)).toEqual(Uint16Array.of(0x3c00, 0x4000))
  })
})
