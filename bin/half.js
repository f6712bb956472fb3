import { fromFloat16, toFloat16 } from './onnx/float16.js'

const LARGEST = 65504
const TOLERATED = 1e-3

/** A table: with it, tens of millions of numbers take a second. */
const NUMBERS = Float32Array.from({ length: 0x10000 }, (_, half) => fromFloat16(half))

/**
 * Converts a Float32Array to fp16. Returns undefined if that is not safe: if a number is not finite or beyond 65504, or
 * the relative rounding error (L2) exceeds 1e-3, as it does if many numbers are smaller than 6e-5.
 */
export function halvesOf(values) {
  const halves = new Uint16Array(values.length)
  let power = 0
  let lost = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (!(Math.abs(value) <= LARGEST)) return undefined
    const half = toFloat16(value)
    halves[i] = half
    power += value ** 2
    lost += (value - NUMBERS[half]) ** 2
  }
  return Math.sqrt(lost) <= TOLERATED * Math.sqrt(power) ? halves : undefined
}
