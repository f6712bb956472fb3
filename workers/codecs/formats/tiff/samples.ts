import { dataView } from '../../shared/bytes.ts'

export interface SampleKind {
  /** Bits of a sample: 1 to 64. */
  bits: number
  /** SampleFormat: 1 unsigned, 2 signed, 3 floating point. */
  format: number
  littleEndian: boolean
  /** Return samples unscaled, for palettes; else as 0 to 255. */
  raw: boolean
}

/** Reads `count` samples of a row at byte `start` into every `step`-th element of `out` from `first` on. */
export type ReadSamples = (
  bytes: Uint8Array,
  start: number,
  count: number,
  out: Float32Array,
  first: number,
  step: number,
) => void

/**
 * Returns a reader that scales samples to 0 to 255: integers by the range of unsigned ones (negative ones clip later);
 * floats are not scaled.
 */
export function sampleReader({ bits, format, littleEndian, raw }: SampleKind): ReadSamples {
  const value = wholeBytes(bits, format, littleEndian)
  const scale = raw || format === 3 ? 1 : 255 / (2 ** bits - 1)
  if (value) {
    const size = bits / 8
    return (bytes, start, count, out, first, step) => {
      const data = dataView(bytes)
      for (let i = 0; i < count; i++) out[first + i * step] = value(data, start + i * size) * scale
    }
  }
  if (bits > 24 || format === 3) throw new Error(`TIFF samples of ${bits} bits are not supported`)
  return (bytes, start, count, out, first, step) => {
    for (let i = 0, bit = start * 8; i < count; i++, bit += bits) {
      out[first + i * step] = packed(bytes, bit, bits) * scale
    }
  }
}

type Value = (data: DataView, at: number) => number

function wholeBytes(bits: number, format: number, little: boolean): Value | undefined {
  if (format === 3) {
    if (bits === 16) return (data, at) => half(data.getUint16(at, little))
    if (bits === 32) return (data, at) => data.getFloat32(at, little)
    if (bits === 64) return (data, at) => data.getFloat64(at, little)
    return undefined
  }
  if (bits === 8) return (data, at) => data.getUint8(at)
  if (bits === 16 && format === 2) return (data, at) => data.getInt16(at, little)
  if (bits === 16) return (data, at) => data.getUint16(at, little)
  if (bits === 32 && format === 2) return (data, at) => data.getInt32(at, little)
  if (bits === 32) return (data, at) => data.getUint32(at, little)
  return undefined
}

/** Reads a sample of a number of bits, most significant bit first regardless of byte order. */
function packed(bytes: Uint8Array, bit: number, bits: number): number {
  let value = 0
  for (let at = bit >> 3, left = bits + (bit & 7); left > 0; at++, left -= 8) {
    const next = bytes[at] ?? 0
    value = left >= 8 ? value * 256 + next : value * 2 ** left + (next >> (8 - left))
  }
  return value % 2 ** bits
}

/** IEEE 754 binary16. */
function half(value: number): number {
  const exponent = (value >> 10) & 31
  const fraction = value & 1023
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return value & 0x8000 ? -size : size
}
