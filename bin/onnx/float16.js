const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/**
 * The bits of the float16 that is nearest to a number; of two, the even one, as IEEE 754 rounds.
 * @param {number} value
 */
export function toFloat16(value) {
  float[0] = value
  const word = bits[0]
  const sign = (word >>> 16) & 0x8000
  const magnitude = word & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00
  // From 65520 on, the nearest is infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00
  // Below 2^-14: a multiple of 2^-24.
  if (magnitude < 0x38800000) return sign | roundToEven(Math.abs(float[0]) * 2 ** 24)
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1)
  return sign | ((rounded - 0x38000000) >>> 13)
}

/** @param {number} value */
function roundToEven(value) {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}

/**
 * The number that the bits of a float16 stand for.
 * @param {number} half
 */
export function fromFloat16(half) {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 31
  const fraction = half & 0x3ff
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}
