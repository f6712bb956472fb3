/** The wire format of protocol buffers, in which ONNX files are written: fields, each a number and a value. */

export const VARINT = 0
export const BY_LENGTH = 2
const FIXED = { 1: 8, 5: 4 }

/** Thrown for bytes that are no message. */
export class Malformed extends Error {}

/**
 * The fields of a message, in order. `value` is a number for a varint, else bytes; `whole` are the field's bytes
 * including its tag. Bytes are views, not copies.
 * @throws Malformed
 */
export function* fields(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [tag, start] = varintAt(bytes, at)
    const [number, wire] = [Math.floor(tag / 8), tag % 8]
    if (number === 0) throw new Malformed(`field 0 at byte ${at}`)
    const [value, end] = valueAt(bytes, start, wire)
    yield { number, wire, value, whole: bytes.subarray(at, end) }
    at = end
  }
}

function valueAt(bytes, at, wire) {
  if (wire === VARINT) return varintAt(bytes, at)
  const [length, start] = wire === BY_LENGTH ? varintAt(bytes, at) : [FIXED[wire], at]
  // Also catches NaN, for a wire type that ONNX does not use.
  if (!(start + length <= bytes.length)) throw new Malformed(`what begins at byte ${at}`)
  return [bytes.subarray(start, start + length), start + length]
}

/** The last value of a field, which is the one that counts; undefined if it is absent. */
export function lastValue(bytes, number) {
  let last
  for (const field of fields(bytes)) if (field.number === number) last = field.value
  return last
}

/** Decodes bytes as Latin-1, which is reversible; an empty string for none. */
export const text = (bytes = []) => Buffer.from(expectBytes(bytes)).toString('latin1')

/** @throws Malformed for a value that is a number. */
export function expectBytes(value) {
  if (typeof value === 'number') throw new Malformed('a number where bytes belong')
  return value
}

/** Reads a varint, exact up to 2 ** 53. Returns it and its end. */
function varintAt(bytes, at) {
  let value = 0
  for (let i = 0; i < 10 && at + i < bytes.length; i++) {
    value += (bytes[at + i] & 127) * 128 ** i
    if (bytes[at + i] < 128) return [value, at + i + 1]
  }
  throw new Malformed(`the number at byte ${at}`)
}

/** The varints of a packed field. */
export function* varints(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [value, end] = varintAt(bytes, at)
    yield value
    at = end
  }
}

/** Encodes a field from a number, a Latin-1 string, or pieces of bytes. Returns pieces. */
export function field(number, value) {
  if (typeof value === 'number') return [Buffer.from([...varint(number * 8), ...varint(value)])]
  const pieces = typeof value === 'string' ? [Buffer.from(value, 'latin1')] : value
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return [Buffer.from([...varint(number * 8 + BY_LENGTH), ...varint(length)]), ...pieces]
}

function varint(value) {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
