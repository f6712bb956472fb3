/** Half precision (fp16): numbers of 16 bits, in Uint16Array. */

const LARGEST = 65504
const TOLERATED = 1e-3
const INFINITY = 0x7c00
const NAN = 0x7e00

/** Rounds an fp32 number to fp16, ties to even. Takes and returns bits. */
export function toHalf(bits) {
  const sign = (bits >>> 16) & 0x8000
  const size = bits & 0x7fffffff
  return sign | (size < 0x38800000 ? subnormal(size) : normal(size))
}

function normal(size) {
  if (size > 0x7f800000) return NAN
  if (size >= 0x477ff000) return INFINITY
  return (size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13
}

/** Subnormal numbers, below 2 ** -14: multiples of 2 ** -24. */
function subnormal(size) {
  const exponent = size >>> 23
  if (exponent < 102) return 0
  const digits = (size & 0x7fffff) | 0x800000
  const shift = 126 - exponent
  return (digits + (1 << (shift - 1)) - 1 + ((digits >>> shift) & 1)) >>> shift
}

/** The value of an fp16 number, given by its bits. */
export function fromHalf(half) {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 31
  const fraction = half & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}

/** A lookup table converts tens of millions of numbers in a second. */
const NUMBERS = Float32Array.from({ length: 0x10000 }, (_, half) => fromHalf(half))

/**
 * Converts a Float32Array to fp16. Returns undefined where that is not safe: a number is not finite or beyond 65504,
 * or the relative error of rounding (L2) exceeds 1e-3, as with many numbers below 6e-5.
 */
export function halvesOf(values) {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(values.length)
  let power = 0
  let lost = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (!(Math.abs(value) <= LARGEST)) return undefined
    const half = toHalf(bits[i])
    halves[i] = half
    power += value ** 2
    lost += (value - NUMBERS[half]) ** 2
  }
  return Math.sqrt(lost) <= TOLERATED * Math.sqrt(power) ? halves : undefined
}
